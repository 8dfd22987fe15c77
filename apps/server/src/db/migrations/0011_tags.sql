-- Tags of companies, and the devices that carry them.

CREATE TABLE tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  description text NOT NULL DEFAULT '',
  color text COLLATE "C" NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, name_key)
);
CREATE INDEX tags_l1 ON tags (l1_id, name_key, id);
CREATE INDEX tags_l2 ON tags (l2_id, name_key, id);
CREATE INDEX tags_name ON tags (name_key, id);
CREATE INDEX tags_user ON tags (user_id);
CREATE TRIGGER tags_placed BEFORE INSERT ON tags FOR EACH ROW EXECUTE FUNCTION place_with_company();

-- A device carries tags of its own company and of the companies above it.
CREATE TABLE device_tags (
  tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  PRIMARY KEY (tag_id, device_id)
);
CREATE INDEX device_tags_device ON device_tags (device_id, tag_id);

-- What moves away from a tag's company, with its company or alone, or is deleted, loses the tag. Who tags a device holds
-- it meanwhile, so that one of the two sees what the other did.
CREATE FUNCTION devices_untagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM device_tags x USING tags t
  WHERE x.device_id = NEW.id AND t.id = x.tag_id
    AND (NEW.deleted_at IS NOT NULL
      OR t.company_id <> ALL (ARRAY[NEW.company_id, coalesce(NEW.l1_id, 0), coalesce(NEW.l2_id, 0)]));
  RETURN NULL;
END $$;
CREATE TRIGGER devices_moved_untagged AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((OLD.company_id, OLD.l1_id, OLD.l2_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.deleted_at))
  EXECUTE FUNCTION devices_untagged();
