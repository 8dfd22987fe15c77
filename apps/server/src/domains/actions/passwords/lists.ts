import { passwordLimits, type passwordStates } from '@longreach/contract/actions/constants'
import { listPasswordDevices, listPasswordLists } from '@longreach/contract/actions/password-endpoints'
import type { PasswordList, PasswordTarget } from '@longreach/contract/actions/password-schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { defineList } from '../../../db/list.ts'
import { inHistory, inScope, type Scope } from '../../../db/scope.ts'
import type { Seal } from '../../../seal.ts'

/** Makes the passwords of an action available for download. */
export async function addPasswordList(db: Db, action_id: number, generated: boolean): Promise<void> {
  await db.insertInto('password_lists').values({ action_id, generated }).execute()
}

interface ListRow {
  id: number
  company_id: number | null
  company_name: string | null
  username: string | null
  generated: boolean
  total: number
  completed: number
  available: boolean
  downloaded_at: Date | null
  created_at: Date
  finished_at: Date | null
}

const expiryOf = (createdAt: Date) => new Date(createdAt.getTime() + passwordLimits.days * 86_400_000)

function presentList({ finished_at, ...row }: ListRow): PasswordList {
  const expires = expiryOf(row.created_at)
  const wiped = row.available ? null : (row.downloaded_at ?? expires)
  return {
    ...row,
    expires_at: formatTime(expires),
    downloaded_at: row.downloaded_at && formatTime(row.downloaded_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(finished_at ?? row.created_at),
    deleted_at: wiped && formatTime(wiped),
  }
}

/** Batches of passwords with a device in reach, newest first. */
export const passwordListList = defineList({
  endpoint: listPasswordLists,
  from: () => sql`action_targets t JOIN password_lists p ON p.action_id = t.action_id`,
  reach: (scope) => inHistory(scope, 't'),
  id: 't.action_id',
  distinct: true,
  columns: () => sql<ListRow>`
    a.id, c.id AS company_id, c.name AS company_name, a.username, p.generated, n.total, n.completed, n.available,
    p.downloaded_at, a.created_at, n.finished_at`,
  join: (scope) => sql`
    JOIN actions a ON a.id = page.id JOIN password_lists p ON p.action_id = page.id
    LEFT JOIN companies c ON c.id = a.company_id AND ${inScope(scope, 'c')}
    CROSS JOIN LATERAL (
      SELECT count(*) AS total, count(*) FILTER (WHERE t.state = 'done') AS completed, max(t.finished_at) AS finished_at,
        coalesce(bool_or(x.listed), false) AS available
      FROM action_targets t LEFT JOIN action_secrets x ON x.target_id = t.id
      WHERE t.action_id = a.id AND ${inHistory(scope, 't')}) n`,
  sorts: { created_at: 't.action_id' },
  defaultSort: '-created_at',
  filters: {},
  countCap: 1000,
})

export async function findPasswordLists(db: Db, scope: Scope, query: QueryOf<typeof listPasswordLists>) {
  const { page, ...meta } = await passwordListList.page(db, scope, query)
  return { data: page.map(presentList), meta }
}

export const findPasswordList = (db: Db, scope: Scope, id: number): Promise<ListRow | undefined> =>
  passwordListList.find(db, scope, id)

interface TargetRow {
  target_id: number
  id: number
  name: string
  serial: string
  mac: string | null
  description: string | null
  status: (typeof passwordStates)[number]
  message: string
  created_at: Date
}

/** Exit code of a device that had to kill the program which sets passwords: the password may be set nevertheless. */
const unfinished = 6

/**
 * State of the password on the device. A password that was sent and never refused may have been set: an earlier attempt
 * under another id sent the same one.
 */
const status = sql`CASE
  WHEN t.state = 'done' THEN 'set'
  WHEN t.state IN ('queued', 'sent', 'running') THEN 'pending'
  WHEN t.attempt = 1 AND (t.exit_code <> ${unfinished} OR t.sent_at IS NULL) THEN 'not_set'
  ELSE 'unknown' END`

/** Devices of a batch, in the order they were added to it. */
export const passwordTargetList = defineList({
  endpoint: listPasswordDevices,
  from: () => sql`action_targets t LEFT JOIN devices d ON d.id = t.device_id AND d.deleted_at IS NULL`,
  reach: ({ scope, actionId }: { scope: Scope; actionId: number }) =>
    sql`t.action_id = ${actionId} AND ${inHistory(scope, 't')}`,
  columns: () => sql<TargetRow>`
    t.id AS target_id, t.device_id AS id, t.device_name AS name, t.device_serial AS serial, d.mac, d.description,
    ${status} AS status, t.message, t.created_at`,
  id: 't.id',
  sorts: { id: 't.id' },
  defaultSort: 'id',
  filters: {},
})

export async function findPasswordDevices(
  db: Db,
  scope: Scope,
  actionId: number,
  query: QueryOf<typeof listPasswordDevices>,
) {
  const { page, ...meta } = await passwordTargetList.page(db, { scope, actionId }, query)
  const data = page.map(({ target_id, ...row }): PasswordTarget => ({ ...row, created_at: formatTime(row.created_at) }))
  return { data, meta }
}

/** Takes the passwords of a batch that the caller sees, in the order of its devices: each is given out once. */
export async function takePasswords(db: Db, seal: Pick<Seal, 'open'>, scope: Scope, actionId: number) {
  const { rows } = await sql<{ serial: string; name: string; message: string; sealed: Buffer; target_id: number }>`
    SELECT x.target_id, x.sealed, t.device_serial AS serial, t.device_name AS name, t.message
    FROM action_targets t JOIN action_secrets x ON x.target_id = t.id
    WHERE t.action_id = ${actionId} AND x.listed AND ${inHistory(scope, 't')}
    ORDER BY t.id FOR UPDATE OF x`.execute(db)
  const ids = rows.map(({ target_id }) => target_id)
  await sql`
    UPDATE action_secrets x SET listed = false FROM action_targets t
    WHERE t.id = x.target_id AND x.target_id = ANY (${ids}::bigint[]) AND ${inHistory(scope, 't')}`.execute(db)
  await sql`
    DELETE FROM action_secrets x USING action_targets t
    WHERE t.id = x.target_id AND x.target_id = ANY (${ids}::bigint[]) AND t.state IN ('done', 'cancelled')
      AND ${inHistory(scope, 't')}`.execute(db)
  await db.updateTable('password_lists').set({ downloaded_at: new Date() }).where('action_id', '=', actionId).execute()
  return rows.map(({ sealed, ...row }) => ({ ...row, password: seal.open(sealed) }))
}

/** Serials of devices in reach, by device id. */
export async function findSerials(db: Db, scope: Scope, serials: readonly string[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; serial: string }>`
    SELECT d.id, d.serial FROM devices d
    WHERE d.serial = ANY (${[...serials]}::text[]) AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}
    ORDER BY d.id`.execute(db)
  return new Map(rows.map(({ id, serial }) => [id, serial]))
}
