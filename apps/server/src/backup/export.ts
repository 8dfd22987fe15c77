import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../db/client.ts'
import { writeSnapshot } from './snapshot.ts'
import { createTally } from './tally.ts'

/** Left out in addition to those that modules exclude. */
const tablesLeftOut = ['installation', 'migrations']
/** Columns with bytes (sealed secrets, digests of secrets, seals of the audit log) are left out, and these: */
const columnsLeftOut = ['password_hash']

// One object per line: JSON contains no control characters, so nothing is ever quoted or escaped.
const plainLines = `(FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`

interface ExportedTable {
  name: string
  columns: string[]
  file: string
  rows: number
  sha256: string
}

/**
 * Writes the data of the installation as JSON Lines for other programs, one file per table, as of one moment and
 * without secrets. Throws BackupFault if the folder exists.
 */
export async function exportData(
  connection: Connection,
  folder: string,
  leftOut: readonly string[],
): Promise<ExportedTable[]> {
  return writeSnapshot(connection, folder, async (client, draft) => {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
         AND c.relname <> ALL ($1) AND a.attname <> ALL ($2) AND a.atttypid <> 'bytea'::regtype
       GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
      [[...tablesLeftOut, ...leftOut], columnsLeftOut],
    )
    const written: ExportedTable[] = []
    for (const table of tables) {
      const file = `${table.name}.jsonl.gz`
      const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ')
      const query = `SELECT row_to_json(r) FROM (SELECT ${columns} FROM ${pg.escapeIdentifier(table.name)}) r`
      const tally = createTally()
      const rows = client.query(copyTo(`COPY (${query}) TO STDOUT ${plainLines}`))
      await pipeline(rows, tally.stream, createGzip({ level: 4 }), createWriteStream(path.join(draft, file)))
      written.push({ ...table, file, ...tally.result() })
    }
    const about = { made_at: new Date().toISOString(), tables: written }
    await writeFile(path.join(draft, 'tables.json'), `${JSON.stringify(about, null, 2)}\n`)
    return written
  })
}
