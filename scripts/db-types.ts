// Writes apps/server/src/db/schema.ts from a freshly migrated database.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'

const file = path.resolve(import.meta.dirname, '../apps/server/src/db/schema.ts')
const dataDir = mkdtempSync(path.join(tmpdir(), 'types-'))
const postgres = await startEmbedded(dataDir)
try {
  const database = openDatabase(postgres.connection, (error) => console.error(error.message))
  await migrate(database.pool)
  await database.stop()
  const url = `postgres://${postgres.connection.user}@localhost/postgres?host=${encodeURIComponent(postgres.connection.host)}`
  execFileSync(
    'kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      file,
      '--numeric-parser',
      'number',
      '--exclude-pattern',
      '*.(history_*_p*|migrations)',
    ],
    { stdio: 'inherit' },
  )
  // bigint is parsed to number (db/client.ts).
  const source = readFileSync(file, 'utf8').replace(
    /export type Int8 = .*;/,
    'export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;',
  )
  writeFileSync(file, source)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
