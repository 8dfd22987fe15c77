-- A device fetches a file over a connection of its own with a ticket it was given over its control link: good for that
-- device, its key and that file, at any node, and more than once, so that it can go on where a connection broke.
CREATE TABLE file_tickets (
  hash bytea PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  public_key text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX file_tickets_expires_at ON file_tickets (expires_at);
CREATE INDEX file_tickets_device_id ON file_tickets (device_id);
