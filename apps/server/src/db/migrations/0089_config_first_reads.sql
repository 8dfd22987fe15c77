-- Devices that enrolled and whose configuration the server reads by itself, once.
CREATE TABLE config_first_reads (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  -- Reads that were started.
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX config_first_reads_due ON config_first_reads (due_at);

ALTER TABLE actions DROP CONSTRAINT actions_origin_check,
  ADD CONSTRAINT actions_origin_check CHECK (origin IN ('tag_action', 'add_device', 'config_drift', 'config_first_read'));
