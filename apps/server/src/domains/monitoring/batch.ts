import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { oldestRetained, type Partitions } from '../../db/partitions.ts'
import type { Presence } from '../../drivers/driver.ts'
import { type Correction, correctDelayed } from './delayed.ts'
import { historyTables } from './history-tables.ts'
import type { ReportsStored } from './hooks.ts'
import { noteLateHours } from './rollups/late-hours.ts'
import type { ParameterSets } from './sets.ts'
import { noteTemplateValues } from './templates/values.ts'
import { noteSims } from './usage/sim-reports.ts'
import type { LatestValues, Reading, StoredPart } from './values.ts'

/** A report on its way to the database. Without a reading only its mark is stored. */
export interface Entry {
  deviceId: number
  /** Epoch of the link on which it arrived. */
  epoch: number
  boot: number
  seq: number
  ts: Date
  reading: Reading | undefined
}

/** The values of a report for the latest state; `null` means not reported. */
export interface LatestRow {
  device_id: number
  ts: Date
  values: LatestValues
}

export interface BatchDeps {
  db: Db
  sets: ParameterSets
  partitions: Partitions
  /**
   * Runs in the transaction of the reports, with the new rows in order of arrival, and the reports whose time was
   * corrected.
   */
  latest: (tx: Tx, rows: LatestRow[], corrections: readonly Correction[]) => Promise<void>
  /** Returns the links that may no longer write. */
  superseded?: ((tx: Tx, links: readonly Presence[]) => Promise<Presence[]>) | undefined
  /** Hooks of other modules, in the same transaction. */
  stored?: readonly ReportsStored[] | undefined
  now: () => Date
}

export type Outcome = 'stored' | 'duplicate' | 'too many sets' | 'superseded'

interface HistoryRow {
  entry: Entry
  setId: number
  stored: StoredPart
}

/**
 * Stores the entries in one transaction and returns the outcome of each, in order. Rejects with the database's error.
 */
export async function storeBatch(deps: BatchDeps, entries: readonly Entry[]): Promise<Outcome[]> {
  const now = deps.now()
  const oldest = new Map(historyTables.map((parent) => [parent.days, oldestRetained(parent, now)]))
  // Values that expired on their way are left out: their hour was summed up from reports that no longer exist.
  const retained = ({ ts, reading }: Entry) =>
    reading?.parts.filter(({ part }) => ts >= (oldest.get(part.retention) ?? ts)) ?? []
  const { ids, refused } = await deps.sets.prepare(
    entries.flatMap((entry) => retained(entry).map(({ part }) => ({ deviceId: entry.deviceId, part }))),
  )
  for (const parent of historyTables) {
    const times = entries.filter((entry) => retained(entry).some(({ part }) => part.retention === parent.days))
    await deps.partitions.ensure(
      parent,
      times.map(({ ts }) => ts),
    )
  }
  return deps.db.transaction().execute(async (tx) => {
    const mayWrite = await findWriting(tx, deps.superseded, entries)
    const fresh = await advanceMarks(tx, entries.filter(mayWrite), now)
    const outcomes = entries.map((entry): Outcome => {
      if (!mayWrite(entry)) return 'superseded'
      if (!fresh.has(entry)) return 'duplicate'
      return entry.reading && refused.has(entry.deviceId) ? 'too many sets' : 'stored'
    })
    const accepted = entries.filter((entry, index) => outcomes[index] === 'stored' && entry.reading)
    const partsOf = (entry: Entry) =>
      retained(entry).map((stored) => ({ entry, stored, setId: ids.get(stored.part.digest) ?? 0 }))
    const rows = accepted.flatMap(partsOf)
    await insertHistory(tx, rows)
    const repeated = entries.filter((_, index) => outcomes[index] === 'duplicate').flatMap(partsOf)
    const corrections = await correctDelayed(
      tx,
      repeated.map(({ entry, stored, setId }) => ({ ...entry, setId, retention: stored.part.retention })),
    )
    const stored = rows.map(({ entry, setId }) => ({ deviceId: entry.deviceId, setId, ts: entry.ts }))
    const moved = corrections.flatMap((correction) => [correction, { ...correction, ts: correction.was }])
    await noteLateHours(tx, [...stored, ...moved], now)
    const latest = accepted.map(({ deviceId, ts, reading }) => ({
      device_id: deviceId,
      ts,
      values: reading?.latest ?? {},
    }))
    if (latest.length > 0 || corrections.length > 0) await deps.latest(tx, latest, corrections)
    await noteTemplateValues(tx, accepted)
    await noteSims(tx, latest)
    for (const handle of latest.length > 0 ? (deps.stored ?? []) : []) await handle(tx, latest)
    return outcomes
  })
}

const linkOf = ({ deviceId, epoch }: Presence) => `${deviceId} ${epoch}`

/** Checks for each entry whether its link may write. */
async function findWriting(
  tx: Tx,
  find: BatchDeps['superseded'],
  entries: readonly Entry[],
): Promise<(entry: Entry) => boolean> {
  const links = [...new Map(entries.map((entry) => [linkOf(entry), entry])).values()]
  const superseded = new Set((await find?.(tx, links))?.map(linkOf))
  return (entry) => !superseded.has(linkOf(entry))
}

/**
 * Raises the mark of every device and boot to the highest seq, and returns the entries above the previous one.
 */
async function advanceMarks(tx: Tx, entries: readonly Entry[], now: Date): Promise<Set<Entry>> {
  const highest = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.deviceId} ${entry.boot}`
    if ((highest.get(key)?.seq ?? 0) < entry.seq) highest.set(key, entry)
  }
  const tops = [...highest.values()]
  // Sorted, so that two nodes with reports of the same devices lock the rows in the same order.
  const { rows } = await sql<{ device_id: number; boot: number; previous: number }>`
    INSERT INTO report_mark AS mark (device_id, boot, seq, previous, at)
    SELECT device_id, boot, seq, 0, ${now}::timestamptz
    FROM unnest(${tops.map((top) => top.deviceId)}::bigint[], ${tops.map((top) => top.boot)}::bigint[],
      ${tops.map((top) => top.seq)}::bigint[]) AS top (device_id, boot, seq)
    ORDER BY device_id, boot
    ON CONFLICT (device_id, boot) DO UPDATE
      SET previous = mark.seq, seq = greatest(mark.seq, excluded.seq), at = excluded.at
    RETURNING device_id, boot, previous`.execute(tx)
  const marks = new Map(rows.map((row) => [`${row.device_id} ${row.boot}`, Number(row.previous)]))
  const fresh = entries.filter((entry) => {
    const key = `${entry.deviceId} ${entry.boot}`
    if (entry.seq <= (marks.get(key) ?? 0)) return false
    marks.set(key, entry.seq)
    return true
  })
  return new Set(fresh)
}

// A Postgres array literal per row: unnest would flatten arrays of arrays. None of them contains a line break.
const numbersLiteral = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? 'NULL').join(',')}}`
const textsLiteral = (values: readonly (string | null)[]) =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

async function insertHistory(tx: Tx, all: readonly HistoryRow[]): Promise<void> {
  for (const { table, days } of historyTables) {
    const rows = all.filter(({ stored }) => stored.part.retention === days)
    if (rows.length === 0) continue
    await sql`INSERT INTO ${sql.table(table)} (device_id, set_id, ts, boot, seq, v, t)
      SELECT device_id, set_id, ts, boot, seq, v::float8[], t::text[]
      FROM unnest(${rows.map(({ entry }) => entry.deviceId)}::bigint[], ${rows.map(({ setId }) => setId)}::int[],
        ${rows.map(({ entry }) => entry.ts.toISOString())}::timestamptz[], ${rows.map(({ entry }) => entry.boot)}::bigint[],
        ${rows.map(({ entry }) => entry.seq)}::bigint[], string_to_array(${rows.map(({ stored }) => numbersLiteral(stored.v)).join('\n')}, E'\n'),
        string_to_array(${rows.map(({ stored }) => textsLiteral(stored.t)).join('\n')}, E'\n')) AS row (device_id, set_id, ts, boot, seq, v, t)
      ON CONFLICT DO NOTHING`.execute(tx)
  }
}
