-- The file an action brings to its devices.
ALTER TABLE actions ADD COLUMN file_id bigint REFERENCES files (id) ON DELETE SET NULL;
CREATE INDEX actions_file_id ON actions (file_id) WHERE file_id IS NOT NULL;

-- An image that is recommended ('stable'), or the newest there is ('latest').
ALTER TABLE files ADD COLUMN declared text COLLATE "C" CHECK (declared IN ('stable', 'latest'));
CREATE INDEX files_declared ON files (company_id) WHERE declared IS NOT NULL;

-- Whether the stable image for a device is newer than its firmware.
ALTER TABLE devices ADD COLUMN firmware_outdated boolean NOT NULL DEFAULT 'false';
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
    ('attention', CASE WHEN d.status_key = 0 OR d.flapping OR d.signal_band = 'low' OR d.firmware_outdated OR d.status_key = 3 THEN '!' ELSE '=' || d.agent_version END)
$$;
-- Devices that the triggers have not counted by it.
INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)
SELECT d.company_id, d.l1_id, d.l2_id, 'firmware_outdated', coalesce(CASE WHEN d.firmware_outdated THEN 'yes' ELSE 'no' END, ''), count(*)
FROM devices d WHERE d.deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;

-- Devices whose firmware is to be compared with the declared images again.
CREATE TABLE firmware_due (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE
);

CREATE FUNCTION device_firmware_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO firmware_due (device_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER devices_firmware_added AFTER INSERT ON devices FOR EACH ROW
  WHEN (NEW.firmware IS NOT NULL) EXECUTE FUNCTION device_firmware_changed();
CREATE TRIGGER devices_firmware_changed AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((OLD.firmware, OLD.model, OLD.board, OLD.company_id, OLD.l1_id, OLD.l2_id)
    IS DISTINCT FROM (NEW.firmware, NEW.model, NEW.board, NEW.company_id, NEW.l1_id, NEW.l2_id))
  EXECUTE FUNCTION device_firmware_changed();

-- All devices that a declared image may be for, or was.
CREATE FUNCTION declared_image_changed(company bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO firmware_due (device_id)
  SELECT d.id FROM devices d
  WHERE d.firmware IS NOT NULL AND d.deleted_at IS NULL
    AND (company = 0 OR d.company_id = company OR d.l1_id = company OR d.l2_id = company)
  ORDER BY d.id ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION file_declared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM declared_image_changed(OLD.company_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER files_declared_changed AFTER UPDATE ON files FOR EACH ROW
  WHEN (OLD.declared IS DISTINCT FROM NEW.declared) EXECUTE FUNCTION file_declared();
CREATE TRIGGER files_declared_deleted AFTER DELETE ON files FOR EACH ROW
  WHEN (OLD.declared IS NOT NULL) EXECUTE FUNCTION file_declared();
CREATE FUNCTION declared_image_shared() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  share file_companies := coalesce(NEW, OLD);
BEGIN
  IF EXISTS (SELECT FROM files WHERE id = share.file_id AND declared IS NOT NULL) THEN
    PERFORM declared_image_changed(share.company_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER file_companies_changed AFTER INSERT OR DELETE ON file_companies FOR EACH ROW
  EXECUTE FUNCTION declared_image_shared();
