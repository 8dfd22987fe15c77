import { sql } from 'kysely'
import type { Db } from './db/client.ts'
import { systemScope } from './db/scope.ts'
import { hashPassword } from './domains/account/password.ts'
import { insertUser } from './domains/users/store.ts'

/** Public on purpose: the demo is lost with its data folder and refuses to serve. */
const password = 'Longreach-demo-1'

const companies = [
  { name: 'Demo', level: 1, parent: 'Platform' },
  { name: 'Demo North', level: 2, parent: 'Demo' },
  { name: 'Demo North Pier', level: 3, parent: 'Demo North' },
] as const

const users = [
  { name: 'root', role: 1, company: 'Platform' },
  { name: 'support', role: 5, company: 'Platform' },
  { name: 'admin', role: 2, company: 'Demo' },
  { name: 'viewer', role: 6, company: 'Demo' },
  { name: 'client', role: 3, company: 'Demo North' },
  { name: 'guest', role: 4, company: 'Demo North' },
] as const

interface Placed {
  id: number
  l1_id: number | null
  l2_id: number | null
}

async function insertCompanies(db: Db): Promise<Map<string, Placed>> {
  const placed = new Map<string, Placed>([['Platform', { id: 0, l1_id: null, l2_id: null }]])
  for (const { name, level, parent } of companies) {
    const above = placed.get(parent)!
    const { id } = await db
      .insertInto('companies')
      .values({ name, level, parent_id: above.id, l1_id: above.l1_id, l2_id: above.l2_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = { id, l1_id: level === 1 ? id : above.l1_id, l2_id: level === 2 ? id : above.l2_id }
    await sql`
      UPDATE companies c SET l1_id = ${place.l1_id}, l2_id = ${place.l2_id}
      WHERE id = ${id} AND ${systemScope('console of the operator')}`.execute(db)
    placed.set(name, place)
  }
  return placed
}

/** The companies and users of the demo, once. Its devices enrol themselves like any others. */
export async function seedDemo(db: Db): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE ${systemScope('console of the operator')} LIMIT 1`.execute(db)
  if (rows.length > 0) return
  const hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const placed = await insertCompanies(tx)
    for (const { name, role, company } of users) {
      const { id, l1_id, l2_id } = placed.get(company)!
      const email = `${name}@longreach.test`
      await insertUser(tx, {
        company_id: id,
        l1_id,
        l2_id,
        role_id: role,
        username: email,
        email,
        password_hash: hash,
        email_verified_at: new Date(),
      })
    }
  })
}
