-- Whose right an attempt stands on: the one who asked, or who asked again. It is looked at once more before sending.
ALTER TABLE action_targets ADD COLUMN asked_by_id bigint REFERENCES users (id) ON DELETE SET NULL;
UPDATE action_targets t SET asked_by_id = a.user_id FROM actions a WHERE a.id = t.action_id AND t.state = 'queued';
CREATE INDEX action_targets_asked_by ON action_targets (asked_by_id);
