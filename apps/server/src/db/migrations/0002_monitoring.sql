-- Measurements: one row per report and parameter list, in retention classes partitioned by day (UTC).
-- Partitions are made and dropped by domains/monitoring/partitions.ts.

CREATE TABLE parameter_set (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- sha256 over both lists: 200 names are too long for a unique index.
  digest text collate "C" NOT NULL UNIQUE,
  -- What stands at each place of a report's v and t.
  numbers text[] NOT NULL,
  texts text[] NOT NULL
);

-- Which parameter lists a device has ever used, so that a reader asks for nothing else.
CREATE TABLE device_set (
  device_id bigint NOT NULL,
  set_id integer NOT NULL REFERENCES parameter_set (id),
  PRIMARY KEY (device_id, set_id)
);

-- v and t run parallel to the set's numbers and texts; null = not reported.
CREATE TABLE history_7 (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  ts timestamptz NOT NULL,
  boot bigint NOT NULL,
  seq bigint NOT NULL,
  v float8[] NOT NULL,
  t text[] NOT NULL,
  PRIMARY KEY (device_id, set_id, ts, seq)
) PARTITION BY RANGE (ts);

CREATE TABLE history_30 (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  ts timestamptz NOT NULL,
  boot bigint NOT NULL,
  seq bigint NOT NULL,
  v float8[] NOT NULL,
  t text[] NOT NULL,
  PRIMARY KEY (device_id, set_id, ts, seq)
) PARTITION BY RANGE (ts);

CREATE TABLE history_90 (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  ts timestamptz NOT NULL,
  boot bigint NOT NULL,
  seq bigint NOT NULL,
  v float8[] NOT NULL,
  t text[] NOT NULL,
  PRIMARY KEY (device_id, set_id, ts, seq)
) PARTITION BY RANGE (ts);

CREATE TABLE history_365 (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  ts timestamptz NOT NULL,
  boot bigint NOT NULL,
  seq bigint NOT NULL,
  v float8[] NOT NULL,
  t text[] NOT NULL,
  PRIMARY KEY (device_id, set_id, ts, seq)
) PARTITION BY RANGE (ts);

-- What readers ask, so that they need not know the retention class of a set.
CREATE VIEW history AS
  SELECT * FROM history_7
  UNION ALL SELECT * FROM history_30
  UNION ALL SELECT * FROM history_90
  UNION ALL SELECT * FROM history_365;

-- The last report of each boot that was acknowledged; previous is what seq was before the latest change.
CREATE TABLE report_mark (
  device_id bigint NOT NULL,
  boot bigint NOT NULL,
  seq bigint NOT NULL,
  previous bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (device_id, boot)
) WITH (fillfactor = 70);

-- One row per device, set and hour; the arrays run parallel to history's v, last_t to its t.
-- rises is the sum of a counter's increments between samples within the hour, a fall counting as a restart from zero.
CREATE TABLE history_hour (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  hour timestamptz NOT NULL,
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
  PRIMARY KEY (device_id, set_id, hour)
) PARTITION BY RANGE (hour);

-- Hours that were already rolled up, or closed, when a report of theirs arrived.
CREATE TABLE rollup_due (
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  hour timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, set_id, hour)
) WITH (fillfactor = 70);

-- Every hour before `until` has been rolled up once.
CREATE TABLE rollup_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz NOT NULL
);
INSERT INTO rollup_mark (until) VALUES (date_trunc('hour', now()));
