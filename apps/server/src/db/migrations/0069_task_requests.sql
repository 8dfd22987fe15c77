-- Tasks that call the own API of a device: `path` is that of the API, and the acceptable codes are those of HTTP.
ALTER TABLE tasks DROP CONSTRAINT tasks_type_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_type_check
  CHECK (type IN ('command', 'api_request', 'upload_file', 'download_file'));
ALTER TABLE tasks ADD COLUMN method text COLLATE "C", ADD COLUMN query text, ADD COLUMN body text;
