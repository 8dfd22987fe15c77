import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../test/world.ts'
import { inScope, scopeOfUser } from './scope.ts'
import { userSees } from './user-rights.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => world?.stop())

test('of every user in every place, SQL sees what the scope of a session sees', async () => {
  const places: Place[] = [{ company_id: 0, l1_id: null, l2_id: null }]
  for (const name of ['A', 'B']) {
    const top = await makeCompany(world, name)
    const middle = await makeCompany(world, `${name} middle`, top)
    const bottom = await makeCompany(world, `${name} bottom`, middle)
    places.push(top, middle, bottom)
  }
  for (const [index, place] of places.entries())
    for (const role of [1, 2, 3, 4]) await makeUser(world, `user${index}x${role}`, place, role)

  const seen = await sql<{ user: number; place: number }>`
    SELECT u.id AS user, o.id AS place FROM users u JOIN companies c ON c.id = u.company_id
    CROSS JOIN (SELECT id, id AS company_id, l1_id, l2_id FROM companies) o WHERE ${userSees('o')}`.execute(world.db)
  const users = await sql<{ id: number; company_id: number; level: number; permissions: string[] }>`
    SELECT u.id, u.company_id, c.level, array(SELECT permission FROM role_permissions p WHERE p.role_id = u.role_id) AS permissions
    FROM users u JOIN companies c ON c.id = u.company_id`.execute(world.db)
  expect(users.rows.length).toBeGreaterThan(28)
  for (const { id, company_id, level, permissions } of users.rows) {
    const scope = scopeOfUser({ companyId: company_id, level, permissions: new Set(permissions) })
    const { rows } = await sql<{ id: number }>`
      SELECT o.id FROM (SELECT id, id AS company_id, l1_id, l2_id FROM companies) o WHERE ${inScope(scope, 'o')}
      ORDER BY o.id`.execute(world.db)
    const bySql = seen.rows.filter((row) => row.user === id).map((row) => row.place)
    expect(bySql.sort((a, b) => a - b)).toEqual(rows.map((row) => row.id))
  }
})
