-- What calls changed, for a day, so that it can be undone: what to check and restore, and the audit lines of the change.
CREATE TABLE undos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text COLLATE "C" NOT NULL,
  -- Kinds of its steps, which decide who may undo it.
  kinds text[] NOT NULL,
  steps jsonb NOT NULL,
  lines jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz
);
CREATE INDEX undos_created ON undos (created_at);
