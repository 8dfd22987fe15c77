import { randomBytes } from 'node:crypto'
import { listEnrolmentKeys } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { defineList } from '../../../db/list.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import type { Seal } from '../../../seal.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Random text of an alphabet without look-alikes; 5 bits a character. */
function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

export interface NewKey extends Placement {
  name: string
  serial: string | null
  mac: string | null
  uses: number
  expires_at: Date
  created_by: number
  /** Name for the device that enrols with the key; null if the device has its own name, and for several devices. */
  device_name: string | null
  /** Tags for the devices that enrol with the key. */
  tag_ids: readonly number[]
}

/**
 * Creates a key `<public part>.<secret>`. Only the sealed secret is stored: the key is readable in this answer alone.
 */
export async function insertEnrolmentKey(
  db: Db,
  seal: Seal,
  key: NewKey,
): Promise<{ id: number; key: string; created_at: Date }> {
  const shown = randomText(8)
  const secret = randomText(32)
  const row = await db
    .insertInto('enrolment_keys')
    .values({ ...key, tag_ids: [...key.tag_ids], key: shown, secret: seal.seal(secret) })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  return { ...row, key: `${shown}.${secret}` }
}

/** The key with that public part, even if it is spent; undefined if there is none or it was deleted. */
export const findEnrolmentKey = (db: Db, shown: string) =>
  db
    .selectFrom('enrolment_keys as k')
    .selectAll('k')
    .where('k.key', '=', shown)
    .where('k.deleted_at', 'is', null)
    .where(systemScope('enrolment proof'))
    .executeTakeFirst()

/** Expired or used up. */
export const isSpent = (key: { expires_at: Date; used: number; uses: number }) =>
  key.expires_at < new Date() || key.used >= key.uses

interface KeyRow {
  id: number
  company_id: number
  company_name: string
  name: string
  serial: string | null
  mac: string | null
  uses: number
  used: number
  expires_at: Date
  created_at: Date
}

/** Keys that still work, as a list. */
export const enrolmentKeyList = defineList({
  endpoint: listEnrolmentKeys,
  from: () => sql`enrolment_keys k JOIN companies c ON c.id = k.company_id`,
  reach: (scope) => sql`${inScope(scope, 'k')} AND k.deleted_at IS NULL AND k.expires_at > now() AND k.used < k.uses`,
  columns: () => sql<KeyRow>`
    k.id, k.company_id, c.name AS company_name, k.name, k.serial, k.mac, k.uses, k.used, k.expires_at, k.created_at`,
  id: 'k.id',
  sorts: { created_at: 'k.created_at', expires_at: 'k.expires_at' },
  defaultSort: '-created_at',
  tieBreak: 'ascending',
  filters: { company_id: 'k.company_id' },
})

/** Returns the company of the key; undefined if no such key is in reach. */
export async function removeEnrolmentKey(
  db: Db,
  scope: Scope,
  id: number,
): Promise<(Placement & { name: string }) | undefined> {
  return db
    .updateTable('enrolment_keys as k')
    .set({ deleted_at: sql`now()`, secret: Buffer.alloc(0) })
    .where('k.id', '=', id)
    .where('k.deleted_at', 'is', null)
    .where(inScope(scope, 'k'))
    .returning(['k.name', 'k.company_id', 'k.l1_id', 'k.l2_id'])
    .executeTakeFirst()
}
