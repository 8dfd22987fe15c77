import type { Month } from '@longreach/contract/statistics/schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { boundsOf } from '../../db/partitions.ts'
import { inContext, inContextHistory, type Scope, systemScope } from '../../db/scope.ts'

const dayMs = 86_400_000
/** Days after its end for which a month still accepts late data. */
const settleDays = 2

interface Within {
  /** Conditions for rows that stay where they were written, and for devices. */
  history: (alias: string) => RawBuilder<boolean>
  devices: (alias: string) => RawBuilder<boolean>
}

const everything = () => systemScope('background job')

/** Bytes by device and month. */
const traffic = (from: Date, to: Date) => sql`
  SELECT device_id, date_trunc('month', day, 'UTC') AS month, sum(sent) AS sent, sum(received) AS received
  FROM fleet_day WHERE day >= ${from} AND day < ${to} GROUP BY 1, 2`

const month = (column: string) => sql`date_trunc('month', ${sql.ref(column)}, 'UTC')`
const during = (column: string, from: Date, to: Date) =>
  sql`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${to}`

/** Figures of months by company. */
const measured = (from: Date, to: Date, { history, devices }: Within) => sql`
  SELECT month, company_id, l1_id, l2_id, sum(new_devices)::int AS new_devices, sum(devices_seen)::int AS devices_seen,
    sum(sent)::bigint AS sent, sum(received)::bigint AS received, sum(actions)::int AS actions,
    sum(failed_actions)::int AS failed_actions
  FROM (
    SELECT ${month('d.created_at')} AS month, d.company_id, d.l1_id, d.l2_id, 1 AS new_devices, 0 AS devices_seen,
      0::float8 AS sent, 0::float8 AS received, 0 AS actions, 0 AS failed_actions
    FROM devices d WHERE d.deleted_at IS NULL AND ${during('d.created_at', from, to)} AND ${devices('d')}
    UNION ALL
    SELECT month, company_id, l1_id, l2_id, 0, 1, 0, 0, 0, 0 FROM (
      SELECT DISTINCT ON (s.device_id, ${month('s.day')}) ${month('s.day')} AS month, s.company_id, s.l1_id, s.l2_id
      FROM device_seen s WHERE ${during('s.day', from, to)} AND ${history('s')}
      ORDER BY s.device_id, ${month('s.day')}, s.day DESC) latest
    UNION ALL
    SELECT t.month, d.company_id, d.l1_id, d.l2_id, 0, 0, coalesce(t.sent, 0), coalesce(t.received, 0), 0, 0
    FROM (${traffic(from, to)}) t JOIN devices d ON d.id = t.device_id WHERE d.deleted_at IS NULL AND ${devices('d')}
    UNION ALL
    SELECT ${month('t.created_at')}, t.company_id, t.l1_id, t.l2_id, 0, 0, 0, 0, 1, (t.state IN ('failed', 'expired'))::int
    FROM action_targets t WHERE ${during('t.created_at', from, to)} AND ${history('t')}
  ) figures GROUP BY 1, 2, 3, 4`

/** Closes the months whose days are complete, oldest first, each once. */
export async function closeMonths(db: Db): Promise<void> {
  let closed: boolean
  do closed = await closeNextMonth(db)
  while (closed)
}

async function closeNextMonth(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ until: Date | null; days: Date; seen: Date | null }>`
      SELECT m.until, d.until AS days, (SELECT min(day) FROM device_seen s WHERE ${everything()}) AS seen
      FROM month_mark m, day_mark d FOR UPDATE OF m`.execute(tx)
    const [mark] = rows
    const first = mark?.until ?? mark?.seen
    if (!mark || !first) return false
    const { from, to } = boundsOf('month', first)
    if (to.getTime() + settleDays * dayMs > mark.days.getTime()) return false
    await sql`
      INSERT INTO month_stats (month, company_id, l1_id, l2_id, new_devices, devices_seen, sent, received, actions, failed_actions)
      SELECT DISTINCT ON (company_id) * FROM (${measured(from, to, { history: everything, devices: everything })}) figures
      ORDER BY company_id, l1_id, l2_id
      ON CONFLICT DO NOTHING`.execute(tx)
    await sql`UPDATE month_mark SET until = ${to}`.execute(tx)
    return true
  })
}

interface Row extends Omit<Month, 'closed'> {
  closed: boolean
}

/** Months that overlap the range, oldest first: closed ones as stored, the others up to now. */
export async function readMonths(db: Db, scope: Scope, { from, to }: { from: Date; to: Date }): Promise<Month[]> {
  const first = boundsOf('month', from).from
  const { rows: marks } = await sql<{ until: Date | null }>`SELECT until FROM month_mark`.execute(db)
  const until = marks[0]?.until ?? first
  const open = until > first ? until : first
  const within: Within = {
    history: (alias) => inContextHistory(scope, alias),
    devices: (alias) => inContext(scope, alias),
  }
  const { rows } = await sql<Row>`
    SELECT to_char(month AT TIME ZONE 'UTC', 'YYYY-MM') AS month, month < ${until} AS closed,
      sum(new_devices)::int AS new_devices, sum(devices_seen)::int AS devices_seen, sum(sent)::bigint AS sent,
      sum(received)::bigint AS received, sum(actions)::int AS actions, sum(failed_actions)::int AS failed_actions
    FROM (
      SELECT m.month, m.company_id, m.l1_id, m.l2_id, m.new_devices, m.devices_seen, m.sent, m.received, m.actions, m.failed_actions
      FROM month_stats m WHERE m.month >= ${first} AND m.month < ${to} AND ${inContextHistory(scope, 'm')}
      UNION ALL
      ${measured(open, to > open ? boundsOf('month', new Date(to.getTime() - 1)).to : open, within)}
    ) months GROUP BY months.month ORDER BY months.month`.execute(db)
  return rows
}
