-- A change that is rolled out to devices in waves, and halts by itself when too many of a wave fail.
CREATE TABLE campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  kind text COLLATE "C" NOT NULL,
  -- Argument of the action, and what it brings.
  arg text NOT NULL,
  file_id bigint REFERENCES files (id) ON DELETE SET NULL,
  file_name text NOT NULL,
  version text,
  size bigint NOT NULL,
  -- Waves, checks and hours.
  plan jsonb NOT NULL,
  -- Devices of a draft; those of a started campaign are rows of their own.
  selection jsonb,
  state text COLLATE "C" NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'scheduled', 'running', 'paused', 'halted', 'done', 'cancelled')),
  reason text,
  -- In whose name it runs.
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  actor_id bigint,
  username text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  starts_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX campaigns_company ON campaigns (company_id, id DESC);
CREATE INDEX campaigns_l1 ON campaigns (l1_id, id DESC);
CREATE INDEX campaigns_l2 ON campaigns (l2_id, id DESC);
CREATE INDEX campaigns_file ON campaigns (file_id);
CREATE INDEX campaigns_user ON campaigns (user_id);
-- What is looked at every second.
CREATE INDEX campaigns_open ON campaigns (id) WHERE ended_at IS NULL AND state <> 'draft';
CREATE TRIGGER campaigns_placed BEFORE INSERT ON campaigns FOR EACH ROW EXECUTE FUNCTION place_with_company();

CREATE TABLE campaign_waves (
  campaign_id bigint NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  wave integer NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'passed', 'halted')),
  -- Null if none of its devices could be updated any more.
  action_id bigint REFERENCES actions (id) ON DELETE SET NULL,
  -- Failures that a user accepted by resuming the campaign.
  accepted integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  PRIMARY KEY (campaign_id, wave)
);
CREATE INDEX campaign_waves_action ON campaign_waves (action_id);

CREATE TABLE campaign_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  device_id bigint NOT NULL,
  -- Where the device was when the campaign was started; a deleted device leaves its row.
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  device_name text NOT NULL,
  device_serial text COLLATE "C" NOT NULL,
  -- Null for devices that are left out.
  wave integer,
  state text COLLATE "C" NOT NULL
    CHECK (state IN ('untouched', 'waiting', 'running', 'observing', 'done', 'failed', 'skipped', 'left_out', 'cancelled')),
  failed_check text COLLATE "C",
  detail text NOT NULL DEFAULT '',
  version_before text,
  version text,
  wan_before text,
  action_id bigint,
  target_id bigint REFERENCES action_targets (id) ON DELETE SET NULL,
  observed_until timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  UNIQUE (campaign_id, device_id)
) WITH (fillfactor = 80);
CREATE INDEX campaign_devices_wave ON campaign_devices (campaign_id, wave, state);
CREATE INDEX campaign_devices_device ON campaign_devices (device_id);
CREATE INDEX campaign_devices_target ON campaign_devices (target_id);
