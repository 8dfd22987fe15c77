-- Notices for everybody in the installation.

CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text COLLATE "C" NOT NULL,
  -- HTML, cleaned before it came here.
  message text NOT NULL,
  -- Since when it is told; null while disabled.
  enabled_at timestamptz,
  ends_at timestamptz,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notices_told ON notices (enabled_at DESC, id DESC) WHERE enabled_at IS NOT NULL;
CREATE INDEX notices_user ON notices (user_id);
