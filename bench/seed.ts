import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { readOfferedAgent } from '../apps/server/src/domains/devices/attention.ts'
import { foldCounts } from '../apps/server/src/domains/devices/counts.ts'

const atOnce = 20_000

/**
 * Fills the demo's companies with devices of every kind, through the usual triggers and counters: four fifths in Demo,
 * an eighth in Demo North, the rest in Demo North Pier.
 */
export async function seedDevices(db: Db, count: number): Promise<void> {
  const agent = (await readOfferedAgent(db)) ?? '1.2.0'
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(count, from + atOnce - 1)
    await sql`
      INSERT INTO devices (company_id, l1_id, l2_id, name, serial, mac, series, bound_at, backend, status, status_since,
        last_connection_at, offline_cause, flapping, agent_version, model, firmware, signal_band, signal_key, network_state, connection_type, wan_state, operator,
        modem_model, modem_manufacturer)
      SELECT c.id, c.l1_id, c.l2_id,
        (ARRAY['Kiosk', 'Bus', 'Pump', 'Depot', 'Mast', 'Branch', 'Gate', 'Crane'])[1 + h % 8] || ' ' || n,
        (2000000000 + n)::text,
        upper('00:1E:42:' || substr(lpad(to_hex(n), 6, '0'), 1, 2) || ':' || substr(lpad(to_hex(n), 6, '0'), 3, 2) || ':' || substr(lpad(to_hex(n), 6, '0'), 5, 2)),
        'rut', now() - interval '90 days', 'rutos',
        CASE WHEN h % 100 < 88 THEN 1 WHEN h % 100 < 97 THEN 0 WHEN h % 100 < 98 THEN 2 END,
        now() - make_interval(secs => h % 864000), now() - make_interval(secs => h % 864000),
        CASE WHEN h % 100 BETWEEN 88 AND 96 THEN (ARRAY['power', 'no_network', 'unknown'])[1 + (h / 5) % 3] END,
        h % 200 = 7, CASE WHEN h % 100 < 98 THEN CASE WHEN h % 33 = 5 THEN '1.0.0' ELSE ${agent} END END,
        (ARRAY['RUTX11', 'RUT956', 'RUTX50', 'RUT241', 'TRB140', 'RUTM50', 'RUT200', 'TSW202'])[1 + (h / 8) % 8],
        (ARRAY['RUTX_R_00.07.14.3', 'RUTX_R_00.07.15', 'RUT9M_R_00.07.13.4', 'RUTM_R_00.07.15.2'])[1 + (h / 64) % 4],
        CASE WHEN signal >= -75 THEN 'excellent' WHEN signal >= -95 THEN 'average' ELSE 'low' END, signal,
        CASE WHEN h % 20 = 0 THEN 'roaming' ELSE 'home' END,
        (ARRAY['4g', '4g', '4g', '5g', '3g'])[1 + (h / 7) % 5], 'mobile',
        (ARRAY['Telia', 'BITE', 'TELE2'])[1 + (h / 3) % 3], 'EG06-E', 'Quectel'
      FROM generate_series(${from}::int, ${to}::int) AS n
      CROSS JOIN LATERAL (SELECT abs(hashint4(n)) AS h) AS hashed
      CROSS JOIN LATERAL (SELECT (-50 - h % 60)::smallint AS signal) AS heard
      JOIN companies c ON c.name = CASE WHEN h % 40 < 32 THEN 'Demo' WHEN h % 40 < 37 THEN 'Demo North' ELSE 'Demo North Pier' END`.execute(
      db,
    )
    await sql`
      INSERT INTO device_state (device_id, updated_at, values)
      SELECT d.id, d.last_connection_at, jsonb_build_object('signal', d.signal_key, 'operator', d.operator,
        'connection_type', d.connection_type, 'temperature', 20 + d.id % 30, 'wan_ip', '84.15.1.' || d.id % 250)
      FROM devices d WHERE d.serial BETWEEN ${String(2_000_000_000 + from)} AND ${String(2_000_000_000 + to)}`.execute(
      db,
    )
    // Four outages of each device within 30 days, and a current one for offline devices.
    await sql`
      INSERT INTO device_outages (device_id, started_at, ended_at, reason, log)
      SELECT d.id, now() - make_interval(hours => (11 + d.id % 40 + 160 * n)::int), now() - make_interval(hours => (10 + d.id % 40 + 160 * n)::int), 'connection', 'silent'
      FROM devices d, generate_series(0, 3) n WHERE d.serial BETWEEN ${String(2_000_000_000 + from)} AND ${String(2_000_000_000 + to)}
      UNION ALL
      SELECT d.id, now() - interval '1 hour', NULL, d.offline_cause, 'silent' FROM devices d
      WHERE d.status = 0 AND d.serial BETWEEN ${String(2_000_000_000 + from)} AND ${String(2_000_000_000 + to)}`.execute(
      db,
    )
    await foldCounts(db)
  }
  await sql`VACUUM ANALYZE devices`.execute(db)
  await sql`VACUUM ANALYZE device_state`.execute(db)
  await sql`UPDATE installation SET value = to_jsonb(now() - interval '90 days') WHERE key = 'outages_since'`.execute(
    db,
  )
  await sql`VACUUM ANALYZE device_outages`.execute(db)
  await sql`ANALYZE device_counts`.execute(db)
}
