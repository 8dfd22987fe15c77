-- Bytes of what a device sent, where it does not become a file.
ALTER TABLE device_uploads ADD COLUMN size bigint;

-- Texts of the configurations of devices.
CREATE TABLE config_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  -- Of the device, from 1.
  seq integer NOT NULL,
  system text COLLATE "C" NOT NULL CHECK (system IN ('uci', 'files')),
  blob_id bigint NOT NULL REFERENCES blobs (id),
  sha256 text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  reason text COLLATE "C" NOT NULL CHECK (reason IN ('found', 'apply', 'restore', 'adopt')),
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  username text,
  action_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (device_id, seq)
);
CREATE INDEX config_versions_blob ON config_versions (blob_id);
CREATE INDEX config_versions_user ON config_versions (user_id);

-- What a device is meant to have, and what it had when it was last read.
CREATE TABLE device_configs (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  intended_id bigint NOT NULL REFERENCES config_versions (id) ON DELETE CASCADE,
  running_id bigint NOT NULL REFERENCES config_versions (id) ON DELETE CASCADE,
  -- Accepted, while the device has it.
  ignored_id bigint REFERENCES config_versions (id) ON DELETE SET NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    CASE WHEN running_id = intended_id THEN 'in_sync' WHEN running_id = ignored_id THEN 'ignored' ELSE 'drifted' END) STORED
);
CREATE INDEX device_configs_intended ON device_configs (intended_id);
CREATE INDEX device_configs_running ON device_configs (running_id);
CREATE INDEX device_configs_ignored ON device_configs (ignored_id) WHERE ignored_id IS NOT NULL;
CREATE INDEX device_configs_drifted ON device_configs (device_id) WHERE state = 'drifted';

-- What a device gets by an action, until the action is removed.
CREATE TABLE config_targets (
  target_id bigint PRIMARY KEY REFERENCES action_targets (id) ON DELETE CASCADE,
  blob_id bigint NOT NULL REFERENCES blobs (id),
  sha256 text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  reason text COLLATE "C" NOT NULL CHECK (reason IN ('apply', 'restore')),
  -- Id under which the device knows it.
  apply_id text COLLATE "C"
);
CREATE INDEX config_targets_blob ON config_targets (blob_id);

-- Changes that are used again: `template` has a version and limits of firmware, `saved` is only a set of calls.
CREATE TABLE config_templates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('template', 'saved')),
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  version text COLLATE "C",
  system text COLLATE "C" NOT NULL CHECK (system IN ('uci', 'files')),
  firmware text,
  min_firmware text,
  max_firmware text,
  shared boolean NOT NULL DEFAULT false,
  -- The calls, since they may contain secrets.
  sealed bytea NOT NULL,
  calls_count integer NOT NULL,
  variables text[] NOT NULL DEFAULT '{}',
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX config_templates_name ON config_templates (company_id, kind, name_key, coalesce(version, ''));
CREATE INDEX config_templates_l1 ON config_templates (l1_id);
CREATE INDEX config_templates_l2 ON config_templates (l2_id);
CREATE INDEX config_templates_user ON config_templates (user_id);
CREATE TRIGGER config_templates_placed BEFORE INSERT ON config_templates FOR EACH ROW EXECUTE FUNCTION place_with_company();
