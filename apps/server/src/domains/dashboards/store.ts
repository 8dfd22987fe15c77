import type { Layout } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import type { ImageContent } from '../files/image-store.ts'
import { findMeasured } from './custom.ts'

export interface DashboardRow extends Placement {
  id: number
  device_id: number
  device_name: string
  name: string
  is_default: boolean
  version: number
  widgets_count: number
  username: string | null
  created_at: Date
  updated_at: Date
}

export interface DashboardContent {
  layout: Layout
  widgets: Widget[]
}

/** Includes the scope columns of its device. */
const columns = sql`
  b.id, b.device_id, d.name AS device_name, d.company_id, d.l1_id, d.l2_id, b.name, b.is_default, b.version,
  jsonb_array_length(b.widgets) AS widgets_count, b.username, b.created_at, b.updated_at`

const ofDevice = (scope: Scope, deviceId: number) => sql`
  dashboards b JOIN devices d ON d.id = b.device_id
  WHERE b.device_id = ${deviceId} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`

export async function findDashboards(db: Db, scope: Scope, deviceId: number): Promise<DashboardRow[]> {
  const { rows } = await sql<DashboardRow>`
    SELECT ${columns} FROM ${ofDevice(scope, deviceId)} ORDER BY b.is_default DESC, b.name_key`.execute(db)
  return rows
}

export type FoundDashboard = DashboardRow & DashboardContent

export interface DashboardKey {
  id: number
  dashboard_id: number
}

export async function findDashboard(
  db: Db,
  scope: Scope,
  { id, dashboard_id }: DashboardKey,
): Promise<FoundDashboard | undefined> {
  const { rows } = await sql<FoundDashboard>`
    SELECT ${columns}, b.layout, b.widgets FROM ${ofDevice(scope, id)} AND b.id = ${dashboard_id}`.execute(db)
  return rows[0]
}

/** Finds a dashboard for a change; the caller has locked the device. */
export async function lockDashboard(
  db: Db,
  scope: Scope,
  { id, dashboard_id }: DashboardKey,
): Promise<FoundDashboard | undefined> {
  const { rows } = await sql<FoundDashboard>`
    SELECT ${columns}, b.layout, b.widgets FROM ${ofDevice(scope, id)} AND b.id = ${dashboard_id}
    FOR UPDATE OF b`.execute(db)
  return rows[0]
}

export interface NewDashboard extends DashboardContent {
  device_id: number
  name: string
  is_default: boolean
  user_id: number | null
  username: string | null
}

/** Each device has at most one default dashboard. */
async function dropDefault(db: Db, deviceId: number): Promise<void> {
  await db
    .updateTable('dashboards')
    .set({ is_default: false })
    .where('device_id', '=', deviceId)
    .where('is_default', '=', true)
    .execute()
}

export async function insertDashboard(db: Db, { layout, widgets, ...rest }: NewDashboard): Promise<number> {
  if (rest.is_default) await dropDefault(db, rest.device_id)
  const { id } = await db
    .insertInto('dashboards')
    .values({ ...rest, layout: JSON.stringify(layout), widgets: JSON.stringify(widgets) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Change {
  layout?: Layout | undefined
  widgets?: Widget[] | undefined
  name?: string | undefined
  is_default?: true | undefined
}

/** Returns the new version. */
export async function changeDashboard(
  db: Db,
  { id, device_id }: Pick<DashboardRow, 'id' | 'device_id'>,
  { layout, widgets, name, is_default }: Change,
  user: { userId: number; username: string },
): Promise<number> {
  if (is_default) await dropDefault(db, device_id)
  const { version } = await db
    .updateTable('dashboards')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(is_default ? { is_default } : {}),
      ...(layout ? { layout: JSON.stringify(layout) } : {}),
      ...(widgets ? { widgets: JSON.stringify(widgets) } : {}),
      version: sql`version + 1`,
      user_id: user.userId,
      username: user.username,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** If it was the default one, the oldest of the others becomes that. */
export async function removeDashboard(db: Db, { id, device_id, is_default }: DashboardRow): Promise<void> {
  await db.deleteFrom('dashboards').where('id', '=', id).execute()
  if (!is_default) return
  await sql`
    UPDATE dashboards SET is_default = true
    WHERE id = (SELECT min(id) FROM dashboards WHERE device_id = ${device_id})`.execute(db)
}

/** Names of the dashboards of a device, which is locked. */
export async function findNames(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db.selectFrom('dashboards').select('name_key').where('device_id', '=', deviceId).execute()
  return rows.map(({ name_key }) => name_key ?? '')
}

/**
 * Images that a device may show: of its company, or of one above. Images of a company that it has left are not shown
 * any more.
 */
export async function findShownImages(
  db: Db,
  { company_id, l1_id, l2_id }: Placement,
  ids: readonly number[],
): Promise<(ImageContent & { id: number })[]> {
  const above = [company_id, l1_id, l2_id].filter((id) => id !== null)
  const { rows } = await sql<ImageContent & { id: number }>`
    SELECT i.id, i.format, i.size, i.blob_id, i.thumbnail_id FROM images i
    WHERE i.id = ANY (${[...ids]}::bigint[]) AND i.company_id = ANY (${above}::bigint[])
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows
}

/** Parameters that devices have reported. */
export async function findReported(db: Db, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ device_id: number; names: string[] }>`
    SELECT s.device_id, ARRAY(SELECT jsonb_object_keys(s.values)) AS names FROM device_state s
    WHERE s.device_id = ANY (${[...ids]}::bigint[])`.execute(db)
  const measured = await findMeasured(db, ids)
  return new Map(
    rows.map(({ device_id, names }) => [device_id, new Set([...names, ...(measured.get(device_id) ?? [])])]),
  )
}
