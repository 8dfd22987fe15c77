-- What users arrange for a device. They belong to the device, and go where it goes.
CREATE TABLE dashboards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  is_default boolean NOT NULL DEFAULT false,
  layout jsonb NOT NULL,
  widgets jsonb NOT NULL,
  -- Rises with each change: one that was made for another version is refused.
  version integer NOT NULL DEFAULT 1,
  -- Who changed it last.
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  username text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX dashboards_name ON dashboards (device_id, name_key);
CREATE UNIQUE INDEX dashboards_default ON dashboards (device_id) WHERE is_default;
CREATE INDEX dashboards_user ON dashboards (user_id);
