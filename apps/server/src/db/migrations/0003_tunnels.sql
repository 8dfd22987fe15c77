-- A device opens a tunnel by naming a ticket it was given over its control link: good once, for that device, its key
-- and that target, at the node that waits for it.
CREATE TABLE tunnel_tickets (
  hash bytea PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  public_key text COLLATE "C" NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  node text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX tunnel_tickets_expires_at ON tunnel_tickets (expires_at);
CREATE INDEX tunnel_tickets_device_id ON tunnel_tickets (device_id);
