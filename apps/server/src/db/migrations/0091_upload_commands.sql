-- The command of a ticket, which is void once the command has ended.
ALTER TABLE device_uploads ADD COLUMN command_id text NOT NULL DEFAULT '';
UPDATE device_uploads u SET command_id = coalesce(t.command_id, '') FROM action_targets t WHERE t.id = u.target_id;
