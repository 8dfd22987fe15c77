-- Enrolments that are pending approval are rows of key_claims since 0025. device_keys.pending is unused from here on, and
-- remains for nodes of the previous release, which read it.
ALTER TABLE devices DROP COLUMN approval_pending;

-- The access history is part of view_device_remote_access.
DELETE FROM role_permissions WHERE permission = 'view_device_remote_access_logs';
