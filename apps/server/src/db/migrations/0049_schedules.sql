-- Actions that are started again and again, at times of a day, week or month in a time zone.
CREATE TABLE schedules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  kind text COLLATE "C" NOT NULL,
  -- What only the kind knows.
  payload jsonb NOT NULL,
  period text COLLATE "C" NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- From Monday, 1.
  weekday integer CHECK (weekday BETWEEN 1 AND 7),
  -- Of a month; a shorter one has its last day.
  day integer CHECK (day BETWEEN 1 AND 31),
  -- HH:MM on the clocks of the zone.
  time text COLLATE "C" NOT NULL,
  zone text COLLATE "C" NOT NULL,
  applied_by text COLLATE "C" NOT NULL CHECK (applied_by IN ('device', 'tag', 'company')),
  apply_list bigint[] NOT NULL,
  enabled boolean NOT NULL,
  -- Why the server turned it off.
  reason text,
  -- Null while it is off.
  next_at timestamptz,
  -- In whose name it runs: that of the user who saved it last.
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  actor_id bigint,
  username text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX schedules_company ON schedules (company_id, id);
CREATE INDEX schedules_l1 ON schedules (l1_id, id);
CREATE INDEX schedules_l2 ON schedules (l2_id, id);
CREATE INDEX schedules_user ON schedules (user_id);
CREATE INDEX schedules_due ON schedules (next_at) WHERE next_at IS NOT NULL;
CREATE TRIGGER schedules_placed BEFORE INSERT ON schedules FOR EACH ROW EXECUTE FUNCTION place_with_company();

CREATE TABLE schedule_runs (
  schedule_id bigint NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  -- A due time is used once.
  due_at timestamptz NOT NULL,
  action_id bigint REFERENCES actions (id) ON DELETE SET NULL,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('started', 'missed', 'refused')),
  message text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule_id, due_at)
);
CREATE INDEX schedule_runs_action ON schedule_runs (action_id);

-- Devices that could not be part of a run, and why.
CREATE TABLE schedule_left_out (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL,
  device_name text NOT NULL,
  device_serial text COLLATE "C" NOT NULL,
  message text NOT NULL,
  FOREIGN KEY (schedule_id, due_at) REFERENCES schedule_runs (schedule_id, due_at) ON DELETE CASCADE
);
CREATE INDEX schedule_left_out_run ON schedule_left_out (schedule_id, due_at);

-- The schedule that started it.
ALTER TABLE actions ADD COLUMN schedule_id bigint REFERENCES schedules (id) ON DELETE SET NULL;
CREATE INDEX actions_schedule ON actions (schedule_id) WHERE schedule_id IS NOT NULL;

-- Backups that rules have stored: of those of a rule and device, the oldest are removed.
CREATE TABLE periodic_backups (
  file_id bigint PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  schedule_id bigint REFERENCES schedules (id) ON DELETE SET NULL,
  device_id bigint NOT NULL
);
CREATE INDEX periodic_backups_rule ON periodic_backups (schedule_id, device_id, file_id);
