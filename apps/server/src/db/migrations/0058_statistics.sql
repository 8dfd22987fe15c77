-- Devices by state every five minutes, from the kept counts. All of these rows keep the place their company had.
CREATE TABLE online_samples (
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  at timestamptz NOT NULL,
  online integer NOT NULL,
  offline integer NOT NULL,
  pending integer NOT NULL,
  PRIMARY KEY (company_id, at)
) PARTITION BY RANGE (at);
CREATE INDEX online_samples_at ON online_samples (at);

-- Their means by hour.
CREATE TABLE online_hours (
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  hour timestamptz NOT NULL,
  online float8 NOT NULL,
  offline float8 NOT NULL,
  pending float8 NOT NULL,
  PRIMARY KEY (company_id, hour)
) PARTITION BY RANGE (hour);
CREATE INDEX online_hours_hour ON online_hours (hour);
CREATE INDEX online_hours_l1 ON online_hours (l1_id, hour);
CREATE INDEX online_hours_l2 ON online_hours (l2_id, hour);

-- The days (UTC) on which a device was connected or took a report, also one that arrived later.
CREATE TABLE device_seen (
  device_id bigint NOT NULL,
  day timestamptz NOT NULL,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  PRIMARY KEY (device_id, day)
) PARTITION BY RANGE (day);
CREATE INDEX device_seen_day ON device_seen (day);
CREATE INDEX device_seen_company ON device_seen (company_id, day);
CREATE INDEX device_seen_l1 ON device_seen (l1_id, day);
CREATE INDEX device_seen_l2 ON device_seen (l2_id, day);

-- Months that have ended, closed once.
CREATE TABLE month_stats (
  month timestamptz NOT NULL,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  new_devices integer NOT NULL,
  devices_seen integer NOT NULL,
  sent bigint NOT NULL,
  received bigint NOT NULL,
  actions integer NOT NULL,
  failed_actions integer NOT NULL,
  PRIMARY KEY (company_id, month)
);
CREATE INDEX month_stats_l1 ON month_stats (l1_id, month);
CREATE INDEX month_stats_l2 ON month_stats (l2_id, month);

-- Every month before `until` is closed; null until there is one to close.
CREATE TABLE month_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz
);
INSERT INTO month_mark DEFAULT VALUES;
