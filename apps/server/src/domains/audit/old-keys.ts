import type { Db } from '../../db/client.ts'
import { readFact, setFact } from '../../db/installation.ts'
import { macWith, type Seal } from '../../seal.ts'
import { headOf, sealUse } from './chain.ts'
import { AuditFault } from './fault.ts'
import { checkHead, headFact } from './head.ts'
import { lastSeal } from './lines.ts'

const fact = 'audit_old_keys'

/** A former key, which signed batches up to a number before SECRET_KEY was changed. */
interface OldKey {
  upTo: number
  key: string
}

async function readOldKeys(db: Db, seal: Pick<Seal, 'open'>): Promise<OldKey[]> {
  const sealed = await readFact<string>(db, fact)
  if (sealed === undefined) return []
  try {
    return JSON.parse(seal.open(Buffer.from(sealed, 'base64')))
  } catch {
    throw new AuditFault('The keys of older seals cannot be read with this SECRET_KEY')
  }
}

/** Returns the seal key of a batch, by its number. */
export async function findMacs(
  db: Db,
  seal: Pick<Seal, 'mac' | 'open'>,
): Promise<(number: number, text: string) => string> {
  const old = await readOldKeys(db, seal)
  return (number, text) => {
    const found = old.find(({ upTo }) => number <= upTo)
    return found ? macWith(Buffer.from(found.key, 'hex'), text) : seal.mac(sealUse, text)
  }
}

/**
 * Hands the audit log over to another key. Earlier signatures stay, and their key is stored, sealed. Later batches
 * contain the hashes of earlier ones, so the former key alone allows no forgery.
 */
export async function handOverAudit(db: Db, before: Seal, after: Seal): Promise<void> {
  const last = await lastSeal(db)
  await checkHead(db, before, last)
  const old = await readOldKeys(db, before)
  const upTo = last?.number ?? 0
  if (upTo > (old.at(-1)?.upTo ?? 0)) old.push({ upTo, key: before.keyOf(sealUse).toString('hex') })
  await setFact(db, fact, after.seal(JSON.stringify(old)).toString('base64'))
  if (last) await setFact(db, headFact, headOf(after, last))
}
