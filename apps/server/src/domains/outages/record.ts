import { actionKinds } from '@longreach/contract/actions/kinds'
import type { OfflineReason } from '@longreach/contract/devices/constants'
import { clipMessage, text } from '@longreach/contract/i18n'
import { linkTimes } from '@longreach/contract/link/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { PresenceChange, PresenceChanged } from '../devices/hooks.ts'

/** dBm; with this signal or a weaker one a silent mobile device has probably lost its network. */
const weakSignal = -100
/** Minutes after which a reported signal no longer explains an outage. */
const freshMinutes = 60
const textLimit = 500
/** Most seconds of an unnoticed restart: as long as the longest keep-alive allows. */
const missedSeconds = linkTimes.keepaliveMetered * linkTimes.offlineAfter

/** Actions during which a device disconnects. */
const disconnecting = Object.entries(actionKinds).flatMap(([name, { steps }]) =>
  steps.some(({ ends }) => ends !== 'answer') ? [name] : [],
)

const number = (name: string): RawBuilder<number | null> =>
  sql`CASE WHEN jsonb_typeof(s.values -> ${sql.lit(name)}) = 'number' THEN (s.values ->> ${sql.lit(name)})::float8 END`

const latitude = sql`coalesce(d.user_set_latitude, ${number('latitude')})`
const longitude = sql`coalesce(d.user_set_longitude, ${number('longitude')})`

/** Cells of 0.003°, some 330 m from south to north; for devices without a position, the shared wired address. */
const place = sql`CASE
  WHEN ${latitude} IS NOT NULL AND ${longitude} IS NOT NULL AND (${latitude}, ${longitude}) <> (0, 0) THEN
    round(${latitude} / 0.003)::text || ' ' || round(${longitude} * cos(radians(${latitude})) / 0.003)::text
  WHEN d.wan_state = 'wired' THEN d.address END`

const runningAction = sql`LEFT JOIN LATERAL (
  SELECT t.action_id FROM action_targets t
  WHERE t.device_id = d.id AND t.state IN ('sent', 'running') AND t.kind = ANY (${disconnecting}::text[])
  ORDER BY t.id DESC LIMIT 1) a ON true`

/**
 * The changes as rows with these columns. The planner knows the length of an array, so for one device it does not read
 * the outages of all.
 */
function rowsOf<Row>(rows: readonly Row[], columns: { [Name in keyof Row]?: string }): RawBuilder<unknown> {
  const arrays = Object.entries(columns).map(
    ([name, type]) => sql`${rows.map((row) => row[name as keyof Row])}::${sql.raw(`${type}[]`)}`,
  )
  return sql`unnest(${sql.join(arrays)})`
}

/** Opens an outage for each device with the facts of the moment, in one statement. */
async function startOutages(tx: Db, changes: readonly PresenceChange[]): Promise<void> {
  const given = changes.map(({ id, reason, cause }) => ({ id, cause, log: clipMessage(reason ?? '', textLimit) }))
  const { rows } = await sql<{ device_id: number; reason: OfflineReason }>`
    INSERT INTO device_outages
      (device_id, started_at, reason, log, connected_at, reported_at, signal, operator, wan_state, place, action_id)
    SELECT d.id, now(),
      CASE
        WHEN c.cause NOT IN ('closed', 'unknown') THEN c.cause
        WHEN a.action_id IS NOT NULL THEN 'action'
        WHEN c.cause = 'unknown' AND d.wan_state = 'mobile' AND ${number('signal')} <= ${weakSignal}
          AND s.updated_at > now() - make_interval(mins => ${freshMinutes}) THEN 'no_network'
        ELSE c.cause
      END,
      c.log, p.since, s.updated_at, round(${number('signal')})::smallint, s.values ->> 'operator', d.wan_state, ${place},
      CASE WHEN c.cause IN ('closed', 'unknown') THEN a.action_id END
    FROM ${rowsOf(given, { id: 'bigint', cause: 'text', log: 'text' })} AS c(id, cause, log)
    JOIN devices d ON d.id = c.id
    LEFT JOIN device_state s ON s.device_id = d.id LEFT JOIN device_session p ON p.device_id = d.id ${runningAction}
    WHERE ${systemScope('link of the device itself')}
    ON CONFLICT DO NOTHING
    RETURNING device_id, reason`.execute(tx)
  const causes = new Map(changes.map(({ id, cause }) => [id, cause]))
  const other = rows.filter(({ device_id, reason }) => causes.get(device_id) !== reason)
  if (other.length > 0) await storeCauses(tx, other)
}

/** Stores reasons that differ from the end of the link; no index of the row contains them. */
async function storeCauses(tx: Db, outages: readonly { device_id: number; reason: OfflineReason }[]): Promise<void> {
  await sql`
    UPDATE devices d SET offline_cause = o.reason
    FROM ${rowsOf(outages, { device_id: 'bigint', reason: 'text' })} AS o(device_id, reason)
    WHERE d.id = o.device_id AND ${systemScope('link of the device itself')}`.execute(tx)
}

/**
 * Ends the outages of devices that are back. A changed boot id distinguishes power from connection; the device's own
 * clock is not used.
 */
async function endOutages(tx: Db, changes: readonly PresenceChange[]): Promise<void> {
  const { rows } = await sql<{ device_id: number }>`
    UPDATE device_outages o SET ended_at = now(), restarted = c.rebooted, uptime = c.uptime, reason = CASE
        WHEN c.rebooted AND o.reason IN ('unknown', 'no_network') AND o.log <> '' THEN 'power'
        WHEN c.rebooted AND o.reason = 'closed' THEN 'restarted'
        WHEN NOT c.rebooted AND o.reason IN ('unknown', 'power') AND o.log <> '' THEN 'connection'
        ELSE o.reason
      END
    FROM ${rowsOf(changes, { id: 'bigint', rebooted: 'boolean', uptime: 'bigint' })} AS c(id, rebooted, uptime)
    WHERE o.device_id = c.id AND o.ended_at IS NULL
    RETURNING o.device_id`.execute(tx)
  const ended = new Set(rows.map(({ device_id }) => device_id))
  const missed = changes.filter(({ id, rebooted }) => rebooted && !ended.has(id))
  if (missed.length > 0) await addMissed(tx, missed)
}

/**
 * Adds outages of devices whose quick restart was not noticed. Their reported uptime only counts for the time since the
 * server last saw them.
 */
async function addMissed(tx: Db, changes: readonly PresenceChange[]): Promise<void> {
  const bootedAt = sql`now() - make_interval(secs => least(c.uptime, ${missedSeconds}))`
  await sql`
    INSERT INTO device_outages (device_id, started_at, ended_at, reason, log, restarted, uptime, action_id)
    SELECT d.id, greatest(${bootedAt}, s.updated_at, d.status_since), now(),
      CASE WHEN a.action_id IS NULL THEN 'restarted' ELSE 'action' END, ${text('outages.restart_unnoticed')}, true,
      c.uptime, a.action_id
    FROM ${rowsOf(changes, { id: 'bigint', uptime: 'bigint' })} AS c(id, uptime)
    JOIN devices d ON d.id = c.id LEFT JOIN device_state s ON s.device_id = d.id ${runningAction}
    WHERE ${systemScope('link of the device itself')}
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Uses a few statements, however many devices there are. */
export const recordOutages: PresenceChanged = async (tx, changes) => {
  const offline = changes.filter(({ online }) => !online)
  const online = changes.filter((change) => change.online)
  if (offline.length > 0) await startOutages(tx, offline)
  if (online.length > 0) await endOutages(tx, online)
}
