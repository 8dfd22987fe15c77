-- News for single users.

CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  summary text NOT NULL CHECK (length(summary) <= 300),
  -- What it is about, for links.
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz
);
CREATE INDEX notifications_user ON notifications (user_id, id);
CREATE INDEX notifications_unseen ON notifications (user_id) WHERE seen_at IS NULL;
CREATE INDEX notifications_created ON notifications (created_at);

-- News are of the company they were told in: who leaves it leaves them behind.
CREATE FUNCTION users_leave_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_moved_unnotified AFTER UPDATE OF company_id ON users FOR EACH ROW
  WHEN (OLD.company_id IS DISTINCT FROM NEW.company_id) EXECUTE FUNCTION users_leave_notifications();
