-- Tasks that devices do one after the other.
CREATE TABLE task_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  -- Names of the variables whose values are secret.
  secret_variables text[] NOT NULL DEFAULT '{}',
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX task_groups_name ON task_groups (company_id, name_key);
CREATE INDEX task_groups_l1 ON task_groups (l1_id, name_key);
CREATE INDEX task_groups_l2 ON task_groups (l2_id, name_key);
CREATE INDEX task_groups_user ON task_groups (user_id);
CREATE TRIGGER task_groups_placed BEFORE INSERT ON task_groups FOR EACH ROW EXECUTE FUNCTION place_with_company();

-- What a device gets when all tasks were done, or when one was not.
CREATE TABLE task_group_tags (
  group_id bigint NOT NULL REFERENCES task_groups (id) ON DELETE CASCADE,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('success', 'failed')),
  tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, outcome, tag_id)
);
CREATE INDEX task_group_tags_tag ON task_group_tags (tag_id);

CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES task_groups (id) ON DELETE CASCADE,
  place integer NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('command', 'upload_file', 'download_file')),
  command text,
  acceptable_codes integer[],
  file_id bigint REFERENCES files (id) ON DELETE SET NULL,
  -- On the device.
  path text,
  timeout integer NOT NULL,
  stop_on_failure boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Places are exchanged within a transaction.
  UNIQUE (group_id, place) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX tasks_file ON tasks (file_id);

-- A task that ended on a device.
CREATE TABLE task_logs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target_id bigint NOT NULL REFERENCES action_targets (id) ON DELETE CASCADE,
  attempt integer NOT NULL,
  -- Place in the group, from 1.
  task integer NOT NULL,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('done', 'failed', 'unknown')),
  message text NOT NULL,
  exit_code integer,
  output text,
  -- Seconds.
  duration real,
  file_id bigint REFERENCES files (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (target_id, attempt, task)
);
CREATE INDEX task_logs_company ON task_logs (company_id, id DESC);
CREATE INDEX task_logs_l1 ON task_logs (l1_id, id DESC);
CREATE INDEX task_logs_l2 ON task_logs (l2_id, id DESC);
CREATE INDEX task_logs_device ON task_logs (device_id, id DESC);
CREATE INDEX task_logs_file ON task_logs (file_id);

-- Runs of task groups are listed on their own.
CREATE INDEX action_targets_tasks ON action_targets (id DESC) WHERE kind = 'task_group';

-- What an action was started from, such as a group of tasks.
ALTER TABLE actions ADD COLUMN source_id bigint, ADD COLUMN source_name text;
CREATE INDEX actions_source ON actions (kind, source_id) WHERE source_id IS NOT NULL;

-- The name of a file that a device sends, where its kind of action does not determine it.
ALTER TABLE device_uploads ADD COLUMN name text;
