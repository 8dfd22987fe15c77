-- The command a device is checked with, after the time for which it is observed.
ALTER TABLE campaign_devices ADD COLUMN check_target_id bigint REFERENCES action_targets (id) ON DELETE SET NULL;
CREATE INDEX campaign_devices_check_target ON campaign_devices (check_target_id) WHERE check_target_id IS NOT NULL;
