import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Tables with the state of the server itself: without them it could not respond any more. */
const spared = ['installation', 'migrations', 'nodes', 'rate_limits', 'role_permissions', 'sessions', 'events']

/** Turns every text in the database into a formula, except where the database only allows certain values. */
export async function writeFormulas(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c JOIN pg_class t ON t.oid = c.table_name::regclass
    WHERE c.table_schema = 'public' AND c.data_type = 'text' AND c.is_generated = 'NEVER' AND t.relkind IN ('r', 'p')
      AND NOT t.relispartition AND NOT c.table_name = ANY (${spared}::text[])`.execute(db)
  for (const { table, column } of rows) {
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = '=' || ctid`.execute(tx)
      })
      // A constraint: the text must be one of a few values, an id, or a time.
      .catch(() => undefined)
  }
}

/** Cells of a file that a spreadsheet with that separator would calculate. */
export function formulasIn(file: string, separator: string): string[] {
  const quoted = /("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g
  const cells =
    separator === ','
      ? [...file.matchAll(quoted)].map(([, cell = '']) => cell.replace(/^"/, ''))
      : file.split(new RegExp(`[${separator}\\r\\n]`))
  return cells.filter((cell) => /^["\s]*[=+\-@＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))
}
