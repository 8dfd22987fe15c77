-- One row per device, set and day (UTC), made from the hours of the day; the columns are those of history_hour.
CREATE TABLE history_day (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  day timestamptz NOT NULL,
  reports integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  counts integer[] NOT NULL,
  mins float8[] NOT NULL,
  maxs float8[] NOT NULL,
  sums float8[] NOT NULL,
  firsts float8[] NOT NULL,
  lasts float8[] NOT NULL,
  rises float8[] NOT NULL,
  last_t text[] NOT NULL,
  PRIMARY KEY (device_id, set_id, day)
) PARTITION BY RANGE (day);

-- Days that have to be made: each once when it is closed, and again when one of its hours has changed.
CREATE TABLE day_due (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  day timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, set_id, day)
) WITH (fillfactor = 70);

-- Every day before `until` has been closed.
CREATE TABLE day_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz NOT NULL
);
INSERT INTO day_mark (until) SELECT date_trunc('day', least(now(), (SELECT min(hour) FROM history_hour)), 'UTC');
