-- What a SIM may use in its billing period, and what it had used of it when that was checked last.
CREATE TABLE sim_limits (
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  modem smallint NOT NULL CHECK (modem IN (1, 2)),
  sim smallint NOT NULL CHECK (sim IN (1, 2)),
  data_limit bigint CHECK (data_limit > 0),
  billing_day smallint NOT NULL CHECK (billing_day BETWEEN 1 AND 31),
  -- By whose days it is checked.
  zone text COLLATE "C" NOT NULL,
  -- First day of the period of the latest event, and the percent it was about.
  period date,
  reached smallint NOT NULL DEFAULT 0,
  -- When it is checked next; without a limit there is nothing to check.
  due_at timestamptz,
  PRIMARY KEY (device_id, modem, sim),
  CHECK ((data_limit IS NULL) = (due_at IS NULL))
);
CREATE INDEX sim_limits_due ON sim_limits (due_at) WHERE due_at IS NOT NULL;

-- Bytes between this server and its devices, by day (UTC): their links, tunnels through them, files. Up is from the device.
CREATE TABLE device_traffic (
  device_id bigint NOT NULL,
  day timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('link', 'tunnel', 'file')),
  up bigint NOT NULL,
  down bigint NOT NULL,
  PRIMARY KEY (device_id, day, kind)
) PARTITION BY RANGE (day);
