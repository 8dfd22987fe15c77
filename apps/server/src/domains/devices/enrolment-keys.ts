import { randomBytes } from 'node:crypto'
import type { listEnrolmentKeys } from '@longreach/contract/devices/endpoints'
import type { QueryOf } from '@longreach/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Random text from an alphabet without look-alikes; 5 bits a character. */
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
}

/** Creates a key `<public part>.<secret>`; only the sealed secret is stored, and it is returned this once. */
export async function insertEnrolmentKey(db: Db, seal: Seal, key: NewKey): Promise<{ id: number; key: string }> {
  const shown = randomText(8)
  const secret = randomText(32)
  const row = await db
    .insertInto('enrolment_keys')
    .values({ ...key, key: shown, secret: seal.seal(secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, key: `${shown}.${secret}` }
}

/** Keys that are still valid. */
export async function findEnrolmentKeys(db: Db, scope: Scope, query: QueryOf<typeof listEnrolmentKeys>) {
  let rows = db
    .selectFrom('enrolment_keys as k')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .where(inScope(scope, 'k'))
    .where('k.deleted_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .whereRef('k.used', '<', 'k.uses')
  if (query.company_id !== undefined) rows = rows.where('k.company_id', '=', query.company_id)
  const sort = query.sort ?? '-created_at'
  const page = await rows
    .select([
      'k.id',
      'k.company_id',
      'c.name as company_name',
      'k.name',
      'k.serial',
      'k.mac',
      'k.uses',
      'k.used',
      'k.expires_at',
      'k.created_at',
    ])
    .orderBy(sql.ref(`k.${sort.replace('-', '')}`), sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('k.id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

/** The company of the removed key; undefined if there is no such key in reach. */
export async function removeEnrolmentKey(db: Db, scope: Scope, id: number): Promise<Placement | undefined> {
  return db
    .updateTable('enrolment_keys as k')
    .set({ deleted_at: sql`now()`, secret: Buffer.alloc(0) })
    .where('k.id', '=', id)
    .where('k.deleted_at', 'is', null)
    .where(inScope(scope, 'k'))
    .returning(['k.company_id', 'k.l1_id', 'k.l2_id'])
    .executeTakeFirst()
}
