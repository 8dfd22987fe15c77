-- Everything sent to devices: who asked for what, each device's way through it, and every step of that way.
CREATE TABLE actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of who asked; devices carry their own in action_targets.
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  -- The real person while impersonating.
  actor_id bigint,
  username text,
  kind text COLLATE "C" NOT NULL,
  arg text,
  -- What a command may run, and how long the action waits for devices that are offline.
  seconds integer NOT NULL,
  waits integer NOT NULL,
  channel text COLLATE "C" NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX actions_age ON actions (created_at);

CREATE TABLE action_targets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL REFERENCES actions (id) ON DELETE CASCADE,
  -- Where the device stood when it was asked for; a deleted device leaves its history.
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL,
  device_name text NOT NULL,
  device_serial text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- One that writes waits for those before it on the same device.
  writes boolean NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sent', 'running', 'done', 'failed', 'expired', 'cancelled')),
  attempt integer NOT NULL DEFAULT 1,
  -- Not sent after this.
  expires_at timestamptz NOT NULL,
  -- The node that sent it asks again after lease_until, and gives up after due_at.
  node text COLLATE "C",
  lease_until timestamptz,
  due_at timestamptz,
  -- The same as long as the attempt lasts: an agent begins no id twice.
  command_id text COLLATE "C",
  -- Boot id of the device when it was sent.
  boot text,
  exit_code integer,
  output text,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  finished_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX action_targets_active ON action_targets (device_id, id) WHERE state IN ('queued', 'sent', 'running');
CREATE INDEX action_targets_queued ON action_targets (expires_at) WHERE state = 'queued';
CREATE INDEX action_targets_begun ON action_targets (node, lease_until) WHERE state IN ('sent', 'running');
CREATE INDEX action_targets_action ON action_targets (action_id, id);
CREATE INDEX action_targets_device ON action_targets (device_id, id DESC);
CREATE INDEX action_targets_company ON action_targets (company_id, action_id DESC, id);
CREATE INDEX action_targets_l1 ON action_targets (l1_id, action_id DESC, id);
CREATE INDEX action_targets_l2 ON action_targets (l2_id, action_id DESC, id);

-- Append only: what a channel replays and the window shows.
CREATE TABLE action_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id bigint NOT NULL,
  target_id bigint NOT NULL REFERENCES action_targets (id) ON DELETE CASCADE,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL,
  attempt integer NOT NULL,
  state text COLLATE "C" NOT NULL,
  message text NOT NULL,
  exit_code integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX action_events_action ON action_events (action_id, id);
CREATE INDEX action_events_target ON action_events (target_id, id);

-- A line of the log may tell of an action.
ALTER TABLE device_logs ADD COLUMN action_id bigint;
