-- One row per device and closed day (UTC), made from history_day: what figures of whole companies are read from. Columns of
-- a metric are null without values; `sent` and `received` are bytes of all modems.
CREATE TABLE fleet_day (
  device_id bigint NOT NULL,
  day timestamptz NOT NULL,
  signal_low float8,
  signal_high float8,
  signal_sum float8,
  signal_count integer,
  temperature_low float8,
  temperature_high float8,
  temperature_sum float8,
  temperature_count integer,
  analog_input_low float8,
  analog_input_high float8,
  analog_input_sum float8,
  analog_input_count integer,
  satellites_low float8,
  satellites_high float8,
  satellites_sum float8,
  satellites_count integer,
  speed_low float8,
  speed_high float8,
  speed_sum float8,
  speed_count integer,
  sent float8,
  received float8,
  PRIMARY KEY (device_id, day)
) PARTITION BY RANGE (day);

-- Days of devices whose roll-ups have changed since: noted by a trigger, because nodes of an older version change them, too.
CREATE TABLE fleet_day_due (
  device_id bigint NOT NULL,
  day timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, day)
) WITH (fillfactor = 70);

-- Updates even an unchanged row: its lock makes a run that is taking the row leave it to the next one.
CREATE FUNCTION note_fleet_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fleet_day_due (device_id, day, touched_at)
  VALUES (coalesce(NEW.device_id, OLD.device_id), coalesce(NEW.day, OLD.day), now())
  ON CONFLICT (device_id, day) DO UPDATE SET touched_at = excluded.touched_at;
  RETURN NULL;
END $$;
CREATE TRIGGER fleet_day AFTER INSERT OR UPDATE OR DELETE ON history_day
  FOR EACH ROW EXECUTE FUNCTION note_fleet_day();

-- Days are closed again, 31 in a run of five minutes: meanwhile they are read from their hours.
UPDATE day_mark SET until = date_trunc('day', least(until, (SELECT min(hour) FROM history_hour)), 'UTC');
