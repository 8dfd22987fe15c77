-- What a tag starts on a device it is put on.
CREATE TABLE tag_actions (
  tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 5),
  action text COLLATE "C" NOT NULL,
  -- Of the kind's own objects.
  source_id bigint NOT NULL,
  source_name text NOT NULL,
  -- In whose name it runs: that of the user who saved it.
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  username text NOT NULL,
  PRIMARY KEY (tag_id, position)
);
CREATE INDEX tag_actions_source ON tag_actions (action, source_id);
CREATE INDEX tag_actions_user ON tag_actions (user_id);

-- Tags that were put on devices, until their actions were started.
CREATE TABLE tag_firings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('tag_action', 'add_device')),
  -- Of a chain in which the actions of a tag put on another one.
  depth integer NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  -- Once the device was connected.
  ready boolean NOT NULL,
  fired_at timestamptz,
  -- Its actions were started.
  fired boolean
);
CREATE INDEX tag_firings_ready ON tag_firings (tag_id, id) WHERE ready AND fired_at IS NULL;
CREATE INDEX tag_firings_waiting ON tag_firings (device_id) WHERE NOT ready;
CREATE INDEX tag_firings_recent ON tag_firings (device_id, tag_id, fired_at) WHERE fired;

-- What became of it, for each action and device.
CREATE TABLE tag_action_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  tag_id bigint NOT NULL,
  tag_name text NOT NULL,
  device_id bigint NOT NULL,
  device_name text NOT NULL,
  device_serial text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  -- Null where the tag as a whole was not used.
  action text COLLATE "C",
  source_id bigint,
  source_name text,
  -- Null if nothing was started.
  action_id bigint REFERENCES actions (id) ON DELETE SET NULL,
  -- Why nothing was started.
  message text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tag_action_log_tag ON tag_action_log (tag_id, id DESC);
CREATE INDEX tag_action_log_device ON tag_action_log (device_id, id DESC);
CREATE INDEX tag_action_log_action ON tag_action_log (action_id);
CREATE INDEX tag_action_log_created ON tag_action_log (created_at);

-- The tag that started an action.
ALTER TABLE actions
  ADD COLUMN origin text COLLATE "C" CHECK (origin IN ('tag_action', 'add_device')),
  ADD COLUMN tag_id bigint REFERENCES tags (id) ON DELETE SET NULL,
  ADD COLUMN tag_name text;
CREATE INDEX actions_tag ON actions (tag_id) WHERE tag_id IS NOT NULL;
