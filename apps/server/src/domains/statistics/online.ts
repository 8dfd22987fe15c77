import type { Online, OnlineTree } from '@longreach/contract/statistics/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContextHistory, inScope, type Scope, systemScope } from '../../db/scope.ts'
import type { Session } from '../../endpoint/session.ts'
import { inTree } from '../companies/tree.ts'
import { sampleMs } from './sample.ts'
import { sampleDays } from './tables.ts'

const hour = 3600
const widths = [300, 900, 1800, hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 168 * hour]

const ofAll = systemScope('background job')

interface Range {
  from: Date
  to: Date
}

/** Width of buckets in seconds; below an hour only where each sample is still retained. */
export function widthOf({ from, to }: Range, points: number, now: Date): number {
  const seconds = (to.getTime() - from.getTime()) / 1000
  const width = widths.find((one) => seconds / one <= points) ?? 168 * hour
  const sampled = from.getTime() >= now.getTime() - sampleDays * 86_400_000
  return sampled ? width : Math.max(width, hour)
}

/** Devices of each company over time: samples, or hourly means followed by the samples not summed up yet. */
function momentsOf(scope: Scope, { from, to }: Range, width: number) {
  const samples = sql`SELECT o.company_id, o.at, o.online::float8 AS online, o.offline::float8 AS offline, o.pending::float8 AS pending
    FROM online_samples o WHERE o.at >= ${from} AND o.at < ${to} AND ${inContextHistory(scope, 'o')}`
  if (width < hour) return samples
  return sql`
    SELECT h.company_id, h.hour AS at, h.online, h.offline, h.pending FROM online_hours h
    WHERE h.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') AND h.hour < ${to} AND ${inContextHistory(scope, 'h')}
    UNION ALL
    SELECT company_id, date_trunc('hour', at, 'UTC'), avg(online), avg(offline), avg(pending) FROM (${samples}) recent
    WHERE at >= coalesce((SELECT max(hour) + interval '1 hour' FROM online_hours h WHERE ${ofAll}), '-infinity')
    GROUP BY 1, 2`
}

interface Bucket {
  bucket: number
  online: number
  online_min: number
  online_max: number
  offline: number
  pending: number
}

const tenth = (value: number) => Math.round(value * 10) / 10

export async function readOnline(db: Db, scope: Scope, range: Range, points: number, now: Date): Promise<Online> {
  const width = widthOf(range, points, now)
  const { rows } = await sql<Bucket>`
    WITH moments AS (
      SELECT at, sum(online) AS online, sum(offline) AS offline, sum(pending) AS pending
      FROM (${momentsOf(scope, range, width)}) counted GROUP BY at)
    SELECT floor(extract(epoch FROM at)::float8 / ${width})::int AS bucket, avg(online) AS online, min(online) AS online_min,
      max(online) AS online_max, avg(offline) AS offline, avg(pending) AS pending
    FROM moments GROUP BY 1 ORDER BY 1`.execute(db)
  const column = (name: keyof Bucket) => rows.map((row) => tenth(row[name]))
  return {
    bucket_s: width,
    times: rows.map(({ bucket }) => bucket * width),
    online: column('online'),
    online_min: column('online_min'),
    online_max: column('online_max'),
    offline: column('offline'),
    pending: column('pending'),
  }
}

interface CompanyRow {
  id: number
  name: string
  parent_id: number | null
  online: number
  offline: number
}

type Viewer = Pick<Session, 'scope' | 'level' | 'companyId' | 'permissions'>

/** Companies with the mean of their own devices; moments at which a company has no row count as zero devices. */
async function readCompanies(db: Db, viewer: Viewer, range: Range, now: Date): Promise<CompanyRow[]> {
  const { scope } = viewer
  const width = widthOf(range, (range.to.getTime() - range.from.getTime()) / sampleMs > 288 ? 1 : 2000, now)
  const { rows } = await sql<CompanyRow>`
    WITH counted AS MATERIALIZED (${momentsOf(scope, range, width)}),
    total AS (SELECT greatest(count(DISTINCT at), 1) AS moments FROM counted),
    means AS (SELECT company_id, sum(online) / moments AS online, sum(offline) / moments AS offline
      FROM counted, total GROUP BY company_id, moments)
    SELECT c.id, c.name, c.parent_id, coalesce(m.online, 0) AS online, coalesce(m.offline, 0) AS offline
    FROM companies c LEFT JOIN means m ON m.company_id = c.id
    WHERE ${inTree(viewer, 'c')} AND ${inScope(scope.context ?? scope, 'c')}
    ORDER BY c.level, c.name_key, c.id`.execute(db)
  return rows
}

type Node = OnlineTree['companies'][number]
interface Branch {
  company_id: number
  company_name: string
  devices: { online: number; offline: number }
  sub_companies: Branch[]
}

/** The companies in scope as a tree; each with its own devices and those of its subsidiaries. */
export async function readOnlineTree(db: Db, viewer: Viewer, range: Range, now: Date): Promise<OnlineTree> {
  const rows = await readCompanies(db, viewer, range, now)
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const branch = (row: CompanyRow): Branch => {
    const below = (children.get(row.id) ?? []).map(branch)
    const sum = (state: 'online' | 'offline') =>
      tenth(below.reduce((total, { devices }) => total + devices[state], row[state]))
    return {
      company_id: row.id,
      company_name: row.name,
      devices: { online: sum('online'), offline: sum('offline') },
      sub_companies: below,
    }
  }
  const known = new Set(rows.map(({ id }) => id))
  const tops = rows.filter(({ parent_id }) => parent_id === null || !known.has(parent_id))
  return {
    query_period: { start_date: formatTime(range.from), end_date: formatTime(range.to) },
    companies: tops.map(branch) as Node[],
  }
}
