-- Groups devices that answered the same without reading what they answered. Null for answers before this column, until
-- which they are hashed when they are read.
ALTER TABLE action_targets ADD COLUMN output_hash text COLLATE "C";

-- By a trigger, because nodes of the previous release write answers too.
CREATE FUNCTION action_targets_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.output_hash := md5(NEW.output);
  RETURN NEW;
END $$;
CREATE TRIGGER action_targets_hash BEFORE UPDATE OF output ON action_targets FOR EACH ROW
  EXECUTE FUNCTION action_targets_hash();
