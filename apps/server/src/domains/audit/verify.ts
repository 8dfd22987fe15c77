import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Seal, sameText } from '../../seal.ts'
import { digestBytes, digestOf, hashOf, type Line, type SealedBatch } from './chain.ts'
import { AuditFault } from './fault.ts'
import { checkHead } from './head.ts'
import { countAfter, readLines, sealsAfter } from './lines.ts'
import { findMacs } from './old-keys.ts'

export interface Verified {
  batches: number
  lines: number
  /** Number of the latest lines, which no batch seals yet. */
  unsealed: number
  /** Number and hash of the last batch, to be noted elsewhere. */
  head: string | null
}

const sealsAtOnce = 50
/** Lines read beyond the size of a batch. */
const spare = 100

function differingLine(batch: SealedBatch, present: readonly Line[]): string {
  const sealed = Array.from({ length: batch.lines }, (_, at) =>
    batch.digests.subarray(at * digestBytes, (at + 1) * digestBytes).toString('hex'),
  )
  const found = present.map((line) => digestOf(line).toString('hex'))
  const at = sealed.findIndex((digest, index) => digest !== found[index])
  if (at === -1) return `line ${present[batch.lines]?.id} was added`
  const line = present[at]
  if (!line) return `${batch.lines - present.length} lines at its end are missing`
  if (sealed.includes(found[at] as string)) return `a line before line ${line.id} is missing`
  if (found.includes(sealed[at] as string)) return `line ${line.id} was added`
  return `line ${line.id} was changed`
}

async function checkBatch(
  db: Db,
  macAt: (number: number, text: string) => string,
  batch: SealedBatch,
  before: SealedBatch | undefined,
): Promise<void> {
  const name = `Batch ${batch.number}`
  const expected = (before?.number ?? 0) + 1
  if (batch.number !== expected) throw new AuditFault(`Batch ${expected}: its seal is missing`)
  const lines = await readLines(db, before?.last_id ?? null, batch.last_id, batch.lines + spare)
  const digests = Buffer.concat(lines.map(digestOf))
  const whole = batch.digests.length === batch.lines * digestBytes
  if (!whole || !hashOf(batch, before?.hash ?? null).equals(batch.hash))
    throw new AuditFault(`${name}: its seal was changed`)
  if (!sameText(macAt(batch.number, batch.hash.toString('hex')), batch.mac))
    throw new AuditFault(`${name}: its seal was not made with this SECRET_KEY`)
  if (!digests.equals(batch.digests)) throw new AuditFault(`${name}: ${differingLine(batch, lines)}`)
}

/**
 * Verifies all batches as of one moment. Throws AuditFault for the first inconsistency. `known` is a head noted
 * earlier: it must still exist.
 */
export async function verifyAudit(db: Db, seal: Pick<Seal, 'mac' | 'open'>, known?: string): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
      const macAt = await findMacs(tx, seal)
      let last: SealedBatch | undefined
      let lines = 0
      let met = known === undefined
      for (;;) {
        const seals = await sealsAfter(tx, last?.number ?? -1, sealsAtOnce)
        for (const batch of seals) {
          await checkBatch(tx, macAt, batch, last)
          lines += batch.lines
          last = batch
          met ||= `${batch.number}:${batch.hash.toString('hex')}` === known
        }
        if (seals.length < sealsAtOnce) break
      }
      await checkHead(tx, seal, last)
      if (!met) throw new AuditFault(`The noted batch does not exist: ${known}`)
      return {
        batches: last?.number ?? 0,
        lines,
        unsealed: await countAfter(tx, last?.last_id ?? 0),
        head: last ? `${last.number}:${last.hash.toString('hex')}` : null,
      }
    })
}
