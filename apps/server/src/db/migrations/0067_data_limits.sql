-- Devices of which a SIM has exceeded its data limit, or is due to.
ALTER TABLE devices ADD COLUMN over_data_limit boolean NOT NULL DEFAULT 'false';
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
    ('data_limit', CASE WHEN d.over_data_limit THEN 'over' ELSE 'within' END),
    ('attention', CASE WHEN d.status_key = 0 OR d.flapping OR d.signal_band = 'low' OR d.over_data_limit OR d.config_state = 'drifted' OR d.firmware_outdated OR d.status_key = 3 THEN '!' ELSE '=' || d.agent_version END)
$$;
-- Devices that the triggers have not counted by it.
INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)
SELECT d.company_id, d.l1_id, d.l2_id, 'data_limit', coalesce(CASE WHEN d.over_data_limit THEN 'over' ELSE 'within' END, ''), count(*)
FROM devices d WHERE d.deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
ALTER TABLE sim_limits ADD COLUMN over boolean NOT NULL DEFAULT false;
