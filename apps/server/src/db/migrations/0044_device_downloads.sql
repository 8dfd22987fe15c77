-- Content that devices fetch for an action, with a ticket for the device, its key and that command. No byte from
-- `released` on was ever sent to the device; `sent` counts all that were, repetitions too.
CREATE TABLE device_downloads (
  hash bytea PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES action_targets (id) ON DELETE CASCADE,
  command_id text COLLATE "C" NOT NULL,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  public_key text COLLATE "C" NOT NULL,
  blob_id bigint NOT NULL REFERENCES blobs (id),
  size bigint NOT NULL,
  released bigint NOT NULL,
  sent bigint NOT NULL DEFAULT 0,
  -- When its last byte was sent, or the device confirmed that it has all of them.
  completed_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX device_downloads_target_id ON device_downloads (target_id);
CREATE INDEX device_downloads_device_id ON device_downloads (device_id, blob_id);
CREATE INDEX device_downloads_blob_id ON device_downloads (blob_id);
CREATE INDEX device_downloads_expires_at ON device_downloads (expires_at);

-- Name of the board, as images for it say it; devices with an older agent have none.
ALTER TABLE devices ADD board text COLLATE "C";
