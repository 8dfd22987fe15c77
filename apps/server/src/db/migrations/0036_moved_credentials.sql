-- Stored credentials of remote access entries whose device was moved to another company. They are kept for a day for an
-- undo, with the company they belong to; no entry uses them.
CREATE TABLE moved_credentials (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  access_id bigint NOT NULL REFERENCES remote_access (id) ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  -- Sealed, as in remote_access.
  credentials bytea NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (access_id, company_id)
);
CREATE INDEX moved_credentials_moved ON moved_credentials (moved_at);
