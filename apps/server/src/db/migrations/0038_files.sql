-- Files of companies, and firmware of all companies, which belongs to company 0.
CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  description text NOT NULL DEFAULT '',
  blob_id bigint NOT NULL REFERENCES blobs (id),
  size bigint NOT NULL,
  -- The device it came from.
  device_id bigint REFERENCES devices (id) ON DELETE SET NULL,
  device_model text,
  version text,
  -- What an image is for, by its own account.
  boards text[] NOT NULL DEFAULT '{}',
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_company ON files (company_id, id);
CREATE INDEX files_l1 ON files (l1_id, id);
CREATE INDEX files_l2 ON files (l2_id, id);
CREATE INDEX files_blob ON files (blob_id);
CREATE INDEX files_device ON files (device_id);
CREATE INDEX files_user ON files (user_id);
CREATE TRIGGER files_placed BEFORE INSERT ON files FOR EACH ROW EXECUTE FUNCTION place_with_company();

-- Companies below that of a file, which may use it with their subsidiaries.
CREATE TABLE file_companies (
  file_id bigint NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  PRIMARY KEY (file_id, company_id)
);
CREATE INDEX file_companies_company ON file_companies (company_id, file_id);

-- Files that are sent in parts by a user.
CREATE TABLE uploads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  size bigint NOT NULL,
  blob_id bigint REFERENCES blobs (id) ON DELETE SET NULL,
  -- The file, once the upload is finished.
  file_id bigint REFERENCES files (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX uploads_user ON uploads (user_id);
CREATE INDEX uploads_company ON uploads (company_id);
CREATE INDEX uploads_blob ON uploads (blob_id);
CREATE INDEX uploads_file ON uploads (file_id);
CREATE INDEX uploads_expires_at ON uploads (expires_at);
