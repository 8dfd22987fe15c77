-- Checksums of configurations, as devices report them: of what uci prints, or of the checksums and paths of files.
ALTER TABLE config_versions ADD COLUMN device_sum text COLLATE "C";
UPDATE config_versions v SET device_sum = encode(b.hash, 'hex') FROM blobs b WHERE b.id = v.blob_id AND v.system = 'uci';

ALTER TABLE device_configs
  DROP COLUMN state,
  -- Of what the device has by its own account or when it was read, of what was read last, and of what was accepted.
  ADD COLUMN running_sum text COLLATE "C",
  ADD COLUMN read_sum text COLLATE "C",
  ADD COLUMN ignored_sum text COLLATE "C",
  -- It is to be read, since it has something that is not known.
  ADD COLUMN read_due boolean NOT NULL DEFAULT false;
UPDATE device_configs x SET running_sum = v.device_sum, read_sum = v.device_sum,
  ignored_sum = (SELECT i.device_sum FROM config_versions i WHERE i.id = x.ignored_id)
FROM config_versions v WHERE v.id = x.running_id;
ALTER TABLE device_configs
  ADD COLUMN unread boolean NOT NULL GENERATED ALWAYS AS (coalesce(running_sum <> read_sum, false)) STORED,
  ADD COLUMN state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE
    WHEN running_id = intended_id AND NOT coalesce(running_sum <> read_sum, false) THEN 'in_sync'
    WHEN coalesce(running_sum = ignored_sum, false)
      OR (coalesce(running_id = ignored_id, false) AND NOT coalesce(running_sum <> read_sum, false)) THEN 'ignored'
    ELSE 'drifted' END) STORED;
CREATE INDEX device_configs_drifted ON device_configs (device_id) WHERE state = 'drifted';
CREATE INDEX device_configs_read_due ON device_configs (device_id) WHERE read_due;

-- Checksums that devices have reported and that were not compared yet.
CREATE TABLE config_sums (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  sum text COLLATE "C" NOT NULL,
  -- When it was made.
  at timestamptz NOT NULL
);

-- An action that no user has started.
ALTER TABLE actions DROP CONSTRAINT actions_origin_check,
  ADD CONSTRAINT actions_origin_check CHECK (origin IN ('tag_action', 'add_device', 'config_drift'));

ALTER TABLE devices ADD COLUMN config_state text COLLATE "C" NOT NULL DEFAULT 'not_read';
CREATE OR REPLACE FUNCTION device_facets(d devices) RETURNS TABLE (facet text, value text) LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('status', CASE d.status WHEN 0 THEN 'offline' WHEN 1 THEN 'online' WHEN 2 THEN 'pending' ELSE 'not_activated' END),
    ('model', d.model),
    ('firmware', d.firmware),
    ('signal', d.signal_band),
    ('signal_2', d.signal_band_2),
    ('network_state', coalesce(d.network_state, 'unknown')),
    ('network_state_2', coalesce(d.network_state_2, 'unknown')),
    ('connection_type', coalesce(d.connection_type, 'unknown')),
    ('connection_type_2', coalesce(d.connection_type_2, 'unknown')),
    ('wan_state', coalesce(d.wan_state, 'unknown')),
    ('operator', d.operator),
    ('operator_2', d.operator_2),
    ('modem_model', d.modem_model),
    ('modem_model_2', d.modem_model_2),
    ('modem_manufacturer', d.modem_manufacturer),
    ('modem_manufacturer_2', d.modem_manufacturer_2),
    ('modem_firmware', d.modem_firmware),
    ('modem_firmware_2', d.modem_firmware_2),
    ('monitoring_status', CASE WHEN d.monitoring_enabled THEN 'monitored' ELSE 'not_monitored' END),
    ('offline_reason', d.offline_reason),
    ('stability', CASE WHEN d.flapping THEN 'flapping' ELSE 'stable' END),
    ('agent', d.agent_version),
    ('firmware_outdated', CASE WHEN d.firmware_outdated THEN 'yes' ELSE 'no' END),
    ('config_state', d.config_state),
    ('attention', CASE WHEN d.status_key = 0 OR d.flapping OR d.signal_band = 'low' OR d.config_state = 'drifted' OR d.firmware_outdated OR d.status_key = 3 THEN '!' ELSE '=' || d.agent_version END)
$$;
-- Devices that the triggers have not counted by it.
INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)
SELECT d.company_id, d.l1_id, d.l2_id, 'config_state', coalesce(d.config_state, ''), count(*)
FROM devices d WHERE d.deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
UPDATE devices d SET config_state = x.state FROM device_configs x WHERE x.device_id = d.id;

CREATE FUNCTION device_config_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE devices SET config_state = NEW.state WHERE id = NEW.device_id AND config_state <> NEW.state;
  RETURN NULL;
END
$$;
CREATE TRIGGER device_configs_added AFTER INSERT ON device_configs FOR EACH ROW EXECUTE FUNCTION device_config_changed();
CREATE TRIGGER device_configs_changed AFTER UPDATE ON device_configs FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION device_config_changed();
