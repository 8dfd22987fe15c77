-- What devices get that is secret, sealed from before it is sent: an answer that is lost leaves no device with a password
-- that nothing knows. It is wiped when a device has it, unless it may still be downloaded, and after seven days anyway.
CREATE TABLE action_secrets (
  target_id bigint PRIMARY KEY REFERENCES action_targets (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  -- May be downloaded, and was not.
  listed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX action_secrets_age ON action_secrets (created_at);

-- Actions whose passwords can be downloaded once.
CREATE TABLE password_lists (
  action_id bigint PRIMARY KEY REFERENCES actions (id) ON DELETE CASCADE,
  generated boolean NOT NULL,
  downloaded_at timestamptz
);
