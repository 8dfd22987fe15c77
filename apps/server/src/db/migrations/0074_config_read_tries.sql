ALTER TABLE device_configs
  -- Readings by the server itself that failed since the device last reported something else, and when the next one may start.
  ADD COLUMN read_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN read_after timestamptz;
