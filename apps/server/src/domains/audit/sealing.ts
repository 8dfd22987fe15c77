import { setTimeout as delay } from 'node:timers/promises'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { setFact } from '../../db/installation.ts'
import type { Seal } from '../../seal.ts'
import { digestOf, hashOf, headOf, macOf, type SealedBatch } from './chain.ts'
import { headFact } from './head.ts'
import { batchLines, insertSeal, lastSeal, readLines } from './lines.ts'

/** Milliseconds for which a run waits for transactions that write lines; the next run, a minute later, waits again. */
const patience = 10_000
const lookEvery = 50

/** Transactions that may have drawn an id and are not committed yet. */
async function writers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT virtualtransaction || ' ' || pid AS name FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit'::regclass AND mode = 'RowExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND pid IS DISTINCT FROM pg_backend_pid()`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * An id below which no line can appear any more; undefined if a transaction took too long. Ids are drawn in order but
 * committed in any. A transaction that drew one holds a lock on the table until it ends: this waits for those that hold
 * it after the last id was read, and later ones get higher ids.
 */
export async function settledId(db: Db, wait = patience): Promise<number | undefined> {
  const { rows } = await sql<{ last: number }>`
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM audit_id_seq`.execute(db)
  const last = rows[0]?.last ?? 0
  const until = Date.now() + wait
  for (let open = await writers(db); open.length > 0; ) {
    if (Date.now() >= until) return undefined
    await delay(lookEvery)
    const still = await writers(db)
    open = open.filter((name) => still.includes(name))
  }
  return last
}

/** Seals the next lines, at most one batch; undefined if there are none. */
async function sealOne(db: Db, seal: Pick<Seal, 'mac'>, upTo: number): Promise<SealedBatch | undefined> {
  return db.transaction().execute(async (tx) => {
    // One node at a time; the other then finds nothing left.
    await sql`SELECT pg_advisory_xact_lock(hashtext('audit.seal'))`.execute(tx)
    const before = await lastSeal(tx)
    const lines = await readLines(tx, before?.last_id ?? null, upTo, batchLines)
    const last = lines.at(-1)
    if (!last) return undefined
    const header = {
      number: (before?.number ?? 0) + 1,
      last_id: last.id,
      lines: lines.length,
      digests: Buffer.concat(lines.map(digestOf)),
      sealed_at: formatTime(new Date()),
    }
    const hash = hashOf(header, before?.hash ?? null)
    const batch = { ...header, hash, mac: macOf(seal, hash) }
    await insertSeal(tx, batch)
    await setFact(tx, headFact, headOf(seal, batch))
    return batch
  })
}

export interface SealDeps {
  db: Db
  seal: Pick<Seal, 'mac'>
  log: { info(fields: object, message: string): void; warn(message: string): void }
}

/**
 * Seals all settled lines. The head is logged: if the log is kept elsewhere, it reveals an audit log that was cut off
 * later.
 */
export async function sealAudit({ db, seal, log }: SealDeps, wait?: number): Promise<void> {
  const upTo = await settledId(db, wait)
  if (upTo === undefined) return log.warn('audit lines not sealed yet: a transaction that writes some is still open')
  for (let more = true; more; ) {
    const batch = await sealOne(db, seal, upTo)
    if (batch) log.info({ batch: batch.number, lines: batch.lines, hash: batch.hash.toString('hex') }, 'audit sealed')
    more = batch?.lines === batchLines
  }
}
