-- The way back to an earlier configuration, apart from the restore of a backup.
ALTER TABLE config_versions DROP CONSTRAINT config_versions_reason_check,
  ADD CONSTRAINT config_versions_reason_check CHECK (reason IN ('found', 'apply', 'restore', 'roll_back', 'adopt'));
ALTER TABLE config_targets DROP CONSTRAINT config_targets_reason_check,
  ADD CONSTRAINT config_targets_reason_check CHECK (reason IN ('apply', 'restore', 'roll_back'));
