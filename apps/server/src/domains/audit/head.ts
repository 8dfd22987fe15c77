import type { Db } from '../../db/client.ts'
import { readFact } from '../../db/installation.ts'
import { type Seal, sameText } from '../../seal.ts'
import { type Head, headOf, type SealedBatch } from './chain.ts'
import { AuditFault } from './fault.ts'

export const headFact = 'audit_head'

/** Throws unless the record of the last batch matches that batch. */
export async function checkHead(db: Db, seal: Pick<Seal, 'mac'>, last: SealedBatch | undefined): Promise<void> {
  const head = await readFact<Head>(db, headFact)
  if (!head && !last) return
  if (!head) throw new AuditFault('The record of the last batch is missing')
  if (head.number > (last?.number ?? 0))
    throw new AuditFault(`Batch ${(last?.number ?? 0) + 1}: its seal is missing, and all after it`)
  if (!last || head.number < last.number || !sameText(headOf(seal, last).mac, head.mac))
    throw new AuditFault('The record of the last batch was changed')
}
