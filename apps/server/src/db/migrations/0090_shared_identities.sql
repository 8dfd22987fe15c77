-- The machine that connected last, the one before it with another boot, and when two machines last took turns.
ALTER TABLE device_session ADD COLUMN machine jsonb, ADD COLUMN other_machine jsonb, ADD COLUMN shared_at timestamptz;
