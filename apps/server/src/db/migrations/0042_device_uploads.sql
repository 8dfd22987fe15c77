-- Files that devices send for an action, with a ticket for the device, its key and that command: content is written to
-- `blob_id` until the file is complete.
CREATE TABLE device_uploads (
  hash bytea PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES action_targets (id) ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  public_key text COLLATE "C" NOT NULL,
  blob_id bigint REFERENCES blobs (id) ON DELETE SET NULL,
  file_id bigint REFERENCES files (id) ON DELETE SET NULL,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX device_uploads_target_id ON device_uploads (target_id);
CREATE INDEX device_uploads_device_id ON device_uploads (device_id);
CREATE INDEX device_uploads_blob_id ON device_uploads (blob_id);
CREATE INDEX device_uploads_file_id ON device_uploads (file_id);
CREATE INDEX device_uploads_expires_at ON device_uploads (expires_at);
