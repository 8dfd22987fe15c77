-- Imports of devices from a file, kept for a week.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  l1_id bigint,
  l2_id bigint,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Where its progress is published.
  channel text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  total integer NOT NULL,
  added integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When rows were last processed: one that stopped is continued.
  worked_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX imports_company ON imports (company_id);
CREATE INDEX imports_l1 ON imports (l1_id);
CREATE INDEX imports_l2 ON imports (l2_id);
CREATE INDEX imports_user ON imports (user_id);
CREATE INDEX imports_created ON imports (created_at);
CREATE INDEX imports_unfinished ON imports (worked_at) WHERE finished_at IS NULL;
CREATE TRIGGER imports_placed BEFORE INSERT ON imports FOR EACH ROW EXECUTE FUNCTION place_with_company();

-- Rows of the file: waiting, added, or failed with a message.
CREATE TABLE import_rows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line integer NOT NULL,
  -- By column, as in the file, without the password.
  cells jsonb NOT NULL,
  -- Sealed, until the device is added or the failed rows were downloaded.
  password bytea,
  tag_ids bigint[] NOT NULL DEFAULT '{}',
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'added', 'failed')),
  message text,
  UNIQUE (import_id, line)
);
CREATE INDEX import_rows_waiting ON import_rows (import_id, line) WHERE state = 'waiting';
