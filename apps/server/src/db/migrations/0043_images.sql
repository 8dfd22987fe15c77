-- Pictures of companies, without metadata, with a small version of each.
CREATE TABLE images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  description text NOT NULL DEFAULT '',
  -- jpeg or png.
  format text COLLATE "C" NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  size bigint NOT NULL,
  blob_id bigint NOT NULL REFERENCES blobs (id),
  thumbnail_id bigint NOT NULL REFERENCES blobs (id),
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX images_company ON images (company_id, id);
CREATE INDEX images_l1 ON images (l1_id, id);
CREATE INDEX images_l2 ON images (l2_id, id);
CREATE INDEX images_blob ON images (blob_id);
CREATE INDEX images_thumbnail ON images (thumbnail_id);
CREATE INDEX images_user ON images (user_id);
CREATE TRIGGER images_placed BEFORE INSERT ON images FOR EACH ROW EXECUTE FUNCTION place_with_company();
