import { sql } from 'kysely'
import { ConfigError } from './config.ts'
import type { Db } from './db/client.ts'
import { readFact, setFact } from './db/installation.ts'
import { systemScope } from './db/scope.ts'
import { hostKeyFact } from './first-start.ts'
import type { SealedColumn } from './module/module.ts'
import { modules } from './modules.ts'
import type { Seal } from './seal.ts'

/** All columns with sealed values; a test compares the list with the database. */
export const sealedColumns: readonly SealedColumn[] = modules
  .flatMap(({ sealed }) => sealed ?? [])
  .toSorted((one, other) => (one.table < other.table ? -1 : 1))

/** Rows per batch. */
const page = 1000

async function resealColumn(
  db: Db,
  { table, id, column }: SealedColumn,
  reseal: (sealed: Buffer) => Buffer,
): Promise<number> {
  const [t, i, c] = [sql.table(table), sql.ref(id), sql.ref(column)]
  let after = 0
  let count = 0
  for (;;) {
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      SELECT ${i} AS id, ${c} AS sealed FROM ${t} r
      WHERE ${i} > ${after} AND ${c} IS NOT NULL AND ${systemScope('console of the operator')}
      ORDER BY ${i} LIMIT ${page} FOR UPDATE`.execute(db)
    if (rows.length === 0) return count
    const next = rows.map((row) => {
      try {
        return reseal(row.sealed)
      } catch {
        throw new ConfigError(`${table} ${row.id}: its secret cannot be decrypted; nothing was changed`)
      }
    })
    await sql`
      UPDATE ${t} r SET ${c} = n.sealed
      FROM unnest(${rows.map((row) => row.id)}::bigint[], ${next}::bytea[]) AS n(id, sealed)
      WHERE r.${i} = n.id AND ${systemScope('console of the operator')}`.execute(db)
    count += rows.length
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * Seals everything again in one transaction. Browsers have to sign in again, since their cookies depend on the key;
 * access tokens and links in mails are random and stay valid. Rejects with ConfigError.
 */
export async function rotateKey(db: Db, before: Seal, after: Seal): Promise<{ secrets: number; sessions: number }> {
  return db.transaction().execute(async (tx) => {
    const hostKey = await readFact<string>(tx, hostKeyFact)
    if (hostKey === undefined) throw new ConfigError('This database was never started; there is nothing to seal again')
    const reseal = (sealed: Buffer) => after.seal(before.open(sealed))
    try {
      await setFact(tx, hostKeyFact, reseal(Buffer.from(hostKey, 'base64')).toString('base64'))
    } catch {
      throw new ConfigError('SECRET_KEY: is not the key this database was set up with')
    }
    let secrets = 1
    for (const place of sealedColumns) secrets += await resealColumn(tx, place, reseal)
    let sessions = 0
    for (const { rotateKey } of modules) sessions += (await rotateKey?.(tx, before, after))?.sessions ?? 0
    await tx
      .insertInto('audit')
      .values({ company_id: 0, action: 'system.rotate_key', after: JSON.stringify({ secrets, sessions }) })
      .execute()
    return { secrets, sessions }
  })
}
