import type { Text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import type { Seal } from '../../../seal.ts'
import type { ImportColumn, ImportRow } from './rows.ts'

export interface Import {
  id: number
  company_id: number
  user_id: number
  channel: string
  series: string
  total: number
  added: number
  failed: number
}

interface NewImport extends Placement {
  user_id: number
  channel: string
  series: string
}

/** Rows per statement. */
const atOnce = 1000

/** Stores an import with its rows; rows with an error are stored as failed. */
export async function insertImport(
  db: Db,
  seal: Seal,
  { company_id, l1_id, l2_id, ...rest }: NewImport,
  rows: readonly ImportRow[],
  tagIds: readonly number[],
): Promise<number> {
  const failed = rows.filter(({ error }) => error !== null).length
  const { id } = await db
    .insertInto('imports')
    .values({ company_id, l1_id, l2_id, ...rest, total: rows.length, failed })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows
      .slice(start, start + atOnce)
      .map(({ line, cells: { password, ...cells }, tagIds: own, error }) => ({
        import_id: id,
        line,
        cells: JSON.stringify(cells),
        password: password === undefined ? null : seal.seal(password),
        tag_ids: [...new Set([...tagIds, ...own])],
        state: error === null ? 'waiting' : 'failed',
        message: error?.message ?? null,
      }))
    await db.insertInto('import_rows').values(values).execute()
  }
  return id
}

/** An unfinished import, locked: only one worker at a time processes its rows. */
export async function lockImport(db: Db, id: number): Promise<Import | undefined> {
  const { rows } = await sql<Import>`
    SELECT i.id, i.company_id, i.user_id, i.channel, i.series, i.total, i.added, i.failed FROM imports i
    WHERE i.id = ${id} AND i.finished_at IS NULL AND ${systemScope('background job')} FOR UPDATE`.execute(db)
  return rows[0]
}

export interface WaitingRow {
  id: number
  line: number
  cells: Partial<Record<Exclude<ImportColumn, 'password'>, string>>
  password: Buffer | null
  tag_ids: readonly number[]
}

export async function nextRows(db: Db, importId: number, most: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT id, line, cells, password, tag_ids FROM import_rows
    WHERE import_id = ${importId} AND state = 'waiting' ORDER BY line LIMIT ${most}`.execute(db)
  return rows
}

/** From now on only the claim of the added device has the password. */
export async function markAdded(db: Db, ids: readonly number[]): Promise<void> {
  await sql`UPDATE import_rows SET state = 'added', password = NULL WHERE id = ANY (${[...ids]}::bigint[])`.execute(db)
}

export async function markFailed(db: Db, ids: readonly number[], message: Text): Promise<void> {
  await sql`
    UPDATE import_rows SET state = 'failed', message = ${message} WHERE id = ANY (${[...ids]}::bigint[])`.execute(db)
}

/** Adds to the counts of an import; `finished` ends it. */
export async function advanceImport(
  db: Db,
  { id }: Import,
  done: { added: number; failed: number; finished: boolean },
): Promise<void> {
  await sql`
    UPDATE imports i SET added = added + ${done.added}, failed = failed + ${done.failed}, worked_at = now(),
      finished_at = CASE WHEN ${done.finished}::boolean THEN now() END
    WHERE id = ${id} AND ${systemScope('background job')}`.execute(db)
}

/** Imports without progress for `seconds`. Each is returned once per that time. */
export async function takeStalled(db: Db, seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE imports i SET worked_at = now()
    WHERE finished_at IS NULL AND worked_at < now() - ${seconds} * interval '1 second' AND ${systemScope('background job')}
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** An import of the user, in reach. */
export async function findOwnImport(
  db: Db,
  scope: Scope,
  id: number,
  userId: number,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.id', '=', id)
    .where('i.user_id', '=', userId)
    .where(inScope(scope, 'i'))
    .executeTakeFirst()
}

export interface FailedRow {
  id: number
  line: number
  cells: WaitingRow['cells']
  password: Buffer | null
  message: string
}

export async function failedRows(db: Db, importId: number, after: number, most: number): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    SELECT id, line, cells, password, coalesce(message, '') AS message FROM import_rows
    WHERE import_id = ${importId} AND state = 'failed' AND line > ${after} ORDER BY line LIMIT ${most}`.execute(db)
  return rows
}

export async function forgetPasswords(db: Db, ids: readonly number[]): Promise<void> {
  await sql`UPDATE import_rows SET password = NULL WHERE id = ANY (${[...ids]}::bigint[])`.execute(db)
}
