-- A personal access token is a session of a program: found, ended and watched as those of browsers are.
ALTER TABLE sessions
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'browser' CHECK (kind IN ('browser', 'token')),
  ADD COLUMN name text,
  ADD COLUMN scopes text[],
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN last_ip text,
  ADD CHECK ((kind = 'token') = (name IS NOT NULL AND scopes IS NOT NULL));
