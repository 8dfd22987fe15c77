-- Why the link of an offline device ended; the reason is there only while it is offline.
ALTER TABLE devices ADD COLUMN offline_cause text COLLATE "C";
ALTER TABLE devices ADD COLUMN offline_reason text COLLATE "C"
  GENERATED ALWAYS AS (CASE WHEN status = 0 THEN coalesce(offline_cause, 'unknown') END) STORED;
-- Whether it has lost its link several times within a day; a job maintains it.
ALTER TABLE devices ADD COLUMN flapping boolean NOT NULL DEFAULT false;
CREATE INDEX devices_flapping ON devices (id) WHERE flapping;
ALTER TABLE devices ALTER COLUMN agent_version TYPE text COLLATE "C";

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
    ('agent', d.agent_version)
$$;
-- Devices that the triggers have not counted by the new facets.
INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)
SELECT d.company_id, d.l1_id, d.l2_id, f.facet, coalesce(f.value, ''), count(*)
FROM devices d, device_facets(d) f
WHERE d.deleted_at IS NULL AND f.facet IN ('offline_reason', 'stability', 'agent')
GROUP BY 1, 2, 3, 4, 5;

-- Each time without a link, with what the server knew at its start and at the return.
CREATE TABLE device_outages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  reason text COLLATE "C" NOT NULL,
  -- How the link ended, in words.
  log text NOT NULL,
  connected_at timestamptz,
  reported_at timestamptz,
  signal smallint,
  operator text,
  wan_state text COLLATE "C",
  -- Equal for devices of a company within some 300 m, or behind the same wired address.
  place text COLLATE "C",
  -- Other devices at the place that lost their link at about the same time.
  nearby integer NOT NULL DEFAULT 0,
  action_id bigint,
  -- Known since its return.
  restarted boolean,
  uptime bigint
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX device_outages_device ON device_outages (device_id, started_at);
CREATE UNIQUE INDEX device_outages_open ON device_outages (device_id) WHERE ended_at IS NULL;
CREATE INDEX device_outages_started ON device_outages (started_at);

-- Devices that are offline now; earlier outages were not recorded.
INSERT INTO device_outages (device_id, started_at, reason, log)
SELECT id, coalesce(status_since, last_connection_at, now()), 'unknown', '' FROM devices d
WHERE status = 0 AND deleted_at IS NULL;
INSERT INTO installation (key, value) VALUES ('outages_since', to_jsonb(now()));
