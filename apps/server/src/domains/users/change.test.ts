import { getSessionUser } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { type PermissionName, permissions } from '@longreach/contract/permissions'
import { createRole, updateRole } from '@longreach/contract/roles/endpoints'
import {
  deleteAnyUser,
  deleteUser,
  deleteUserByEmail,
  deleteUsers,
  getUser,
  listMoveLogs,
  listUsers,
  moveUsers,
  updateUser,
  updateUsers,
} from '@longreach/contract/users/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAction } from '../../test/actions.ts'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let branch: Place
let adminId: number
let admin: TestClient
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  branch = await makeCompany(world, 'Pier', company)
  adminId = await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  root = await world.as('root')
})

afterAll(async () => world?.stop())

let count = 0
const fresh = (name: string) => `${name}${++count}`

async function person(roleId = 3, place = company): Promise<{ id: number; name: string }> {
  const name = fresh('person')
  return { id: await makeUser(world, name, place, roleId), name }
}

async function custom(names: PermissionName[], place = company): Promise<number> {
  const permission_id = names.map((name) => permissions.find((permission) => permission.name === name)!.id)
  const body = { title: fresh('Role '), company_id: [place.company_id], permission_id }
  return (await root.call(createRole, { body })).data[0]!.id
}

const outcome = ({ status, errors }: { status: number; errors: { message: string; source: string | null }[] }) => [
  status,
  errors[0]?.source,
  errors[0]?.message,
]
const roleOf = async (id: number) => (await root.call(getUser, { params: { id } })).data?.role_id

test('S6.82: another role takes effect with the next call, and is in the audit log', async () => {
  const { id, name } = await person(2)
  const client = await world.as(name)
  expect((await client.call(listMoveLogs)).status).toBe(200)
  expect((await admin.call(updateUser, { params: { id }, body: { role_id: 4 } })).status).toBe(200)
  expect((await client.call(listMoveLogs)).status).toBe(403)
  expect((await client.call(getSessionUser)).data.role).toMatchObject({ id: 4, title: 'Guest' })
  const { data } = await admin.call(listAudit, { query: { action: 'users.update', limit: 1 } })
  expect(data[0]).toMatchObject({
    target: 'user',
    target_id: id,
    before: { role_id: 2, role: 'Administrator' },
    after: { role_id: 4, role: 'Guest' },
  })
})

test('several users get a role at once; errors name those who cannot be changed', async () => {
  const [one, two] = [await person(), await person()]
  const above = await person(await custom(['view_mail_logs']))
  const user_id = [one.id, adminId, above.id, two.id, 99_999_999]
  const answer = await admin.call(updateUsers, { body: { user_id, role_id: 4 } })
  expect(answer.status).toBe(207)
  expect(answer.data).toEqual([{ id: one.id }, { id: two.id }])
  expect(answer.errors).toEqual([
    expect.objectContaining({
      code: 'FORBIDDEN',
      source: String(adminId),
      message: expect.stringContaining('your own account'),
    }),
    expect.objectContaining({
      code: 'FORBIDDEN',
      source: String(above.id),
      message: expect.stringContaining('View mail logs'),
    }),
    expect.objectContaining({ code: 'NOT_FOUND', source: '99999999' }),
  ])
  expect([await roleOf(one.id), await roleOf(adminId)]).toEqual([4, 2])
})

test('users cannot assign a role with more permissions than their own, or one the company does not have', async () => {
  const { id } = await person()
  const give = async (client: TestClient, role_id: number) =>
    outcome(await client.call(updateUser, { params: { id }, body: { role_id } }))
  const clerk = await person(await custom(['view_users', 'update_users']))
  expect(await give(await world.as(clerk.name), 3)).toEqual([403, null, expect.stringContaining('End Client')])
  expect(await give(admin, 1)).toEqual([403, null, expect.stringContaining('System Administrator')])
  expect(await give(admin, await custom(['view_mail_logs']))).toEqual([
    403,
    null,
    expect.stringContaining('View mail logs'),
  ])
  const elsewhere = await custom(['view_devices'], branch)
  const notThere = [422, 'role_id', expect.stringContaining('is not available in Harbour')]
  expect(await give(admin, elsewhere)).toEqual(notThere)
  // Roles of the platform are only for its own users, regardless of who assigns them.
  expect(await give(root, 1)).toEqual(notThere)
  expect(await give(root, 5)).toEqual(notThere)
  expect(await roleOf(id)).toBe(3)
})

test('users with more permissions than the caller cannot be changed, moved or deleted by them', async () => {
  const strong = await person(await custom(['view_devices', 'view_mail_logs']))
  for (const answer of [
    await admin.call(updateUser, { params: { id: strong.id }, body: { role_id: 4 } }),
    await admin.call(moveUsers, { body: { user_id: [strong.id], company_id: branch.company_id, role_id: 4 } }),
    await admin.call(deleteUser, { params: { id: strong.id } }),
  ]) {
    expect(outcome(answer)).toEqual(
      [403, expect.anything(), expect.stringContaining('View mail logs')].map((value, at) =>
        at === 1 ? answer.errors[0]!.source : value,
      ),
    )
  }
  expect((await root.call(deleteUser, { params: { id: strong.id } })).status).toBe(200)
})

test('the last administrator of a company stays, whatever the role is called; the system administrator may close the company', async () => {
  const place = await makeCompany(world, fresh('Small'), company)
  const roleId = await custom(['view_users', 'invite_users', 'update_users', 'delete_users'], place)
  const [last, other] = [await person(roleId, place), await person(3, place)]
  const refused = [409, expect.stringContaining('is the last administrator of Small')]
  const statusAndMessage = (answer: Parameters<typeof outcome>[0]) => [answer.status, answer.errors[0]?.message]
  const params = { id: last.id }
  expect(statusAndMessage(await admin.call(updateUser, { params, body: { role_id: 3 } }))).toEqual(refused)
  expect(statusAndMessage(await admin.call(deleteUser, { params }))).toEqual(refused)
  expect(statusAndMessage(await root.call(deleteUser, { params }))).toEqual(refused)
  const body = { user_id: [last.id], company_id: branch.company_id, role_id: 2 }
  expect(statusAndMessage(await admin.call(moveUsers, { body }))).toEqual(refused)
  // Switching between administrator roles is no loss, but a change of the role itself may be.
  const view = permissions.find(({ name }) => name === 'view_users')!.id
  const trim = await admin.call(updateRole, { params: { id: roleId }, body: { permission_id: [view] } })
  expect(outcome(trim)).toEqual([409, 'permission_id', expect.stringContaining('would have no administrator')])
  expect((await admin.call(updateUser, { params, body: { role_id: 2 } })).status).toBe(200)
  // One of two administrators can leave.
  expect((await admin.call(updateUser, { params: { id: other.id }, body: { role_id: 2 } })).status).toBe(200)
  expect((await admin.call(deleteUser, { params })).status).toBe(200)
  expect((await root.call(deleteUser, { params: { id: other.id } })).status).toBe(409)
  expect((await root.call(deleteAnyUser, { params: { id: other.id } })).status).toBe(200)
})

test('S7.79: the system administrator deletes any user by address, except themselves and the last system administrator', async () => {
  const { id, name } = await person()
  expect((await root.call(deleteUserByEmail, { body: { email: `${name.toUpperCase()}@Example.test` } })).status).toBe(
    200,
  )
  expect((await root.call(getUser, { params: { id } })).status).toBe(404)
  expect(outcome(await root.call(deleteUserByEmail, { body: { email: `${name}@example.test` } }))).toEqual([
    404,
    'email',
    'No user with this e-mail address',
  ])
  const self = await root.call(deleteUserByEmail, { body: { email: 'root@example.test' } })
  expect(outcome(self)).toEqual([403, null, expect.stringContaining('your own account')])
  const platform = { company_id: 0, l1_id: null, l2_id: null }
  const second = await person(1, platform)
  // An administrator in the platform's company does not administer the system.
  const third = await person(2, platform)
  expect((await root.call(deleteAnyUser, { params: { id: second.id } })).status).toBe(200)
  expect((await (await world.as(third.name)).call(deleteUser, { params: { id: adminId } })).status).toBe(409)
  expect((await (await world.as(third.name)).call(deleteUser, { params: { id: second.id } })).status).toBe(404)
  const fourth = await person(4, platform)
  const refused = await (await world.as(third.name)).call(deleteUser, { params: { id: fourth.id } })
  expect(refused.status).toBe(403)
  for (const { id } of [third, fourth]) await root.call(deleteAnyUser, { params: { id } })
})

test('of two administrators who demote each other at the same moment one is left', async () => {
  for (let round = 0; round < 6; round++) {
    const place = await makeCompany(world, fresh('Duel'))
    const [one, two, spare] = [await person(2, place), await person(2, place), await person(2, place)]
    const [a, b] = [await world.as(one.name), await world.as(two.name)]
    if (round < 3) await root.call(deleteUser, { params: { id: spare.id } })
    const strike = (client: TestClient, id: number) =>
      round % 2 === 0
        ? client.call(deleteUser, { params: { id } })
        : client.call(updateUser, { params: { id }, body: { role_id: 4 } })
    const answers = await Promise.all([strike(a, two.id), strike(b, one.id)])
    // The same with a third one: a user who has lost the permissions cannot take them from anyone else.
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const { data } = await root.call(listUsers, { query: { company_id: place.company_id, role: 'admin' } })
    expect(data).toHaveLength(round < 3 ? 1 : 2)
  }
})

test('a user moves with a fitting role, has to sign in again and sees the new company', async () => {
  const target = await makeCompany(world, fresh('Quay'), company)
  const there = await makeDevice(world, target)
  const { id, name } = await person(await custom(['view_devices', 'view_users']))
  const client = await world.as(name)
  const body = { user_id: [id], company_id: target.company_id }
  const refused = await admin.call(moveUsers, { body })
  expect(outcome(refused)).toEqual([422, String(id), expect.stringContaining('is not available')])
  expect((await admin.call(moveUsers, { body: { ...body, role_id: 3 } })).status).toBe(200)
  expect((await client.call(getSessionUser)).status).toBe(401)
  const again = (await world.as(name)).call(getSessionUser)
  expect((await again).data).toMatchObject({ company_id: target.company_id, role_id: 3 })
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.company_id, row.l1_id, row.l2_id]).toEqual([target.company_id, target.l1_id, target.l2_id])
  expect(there).toBeGreaterThan(0)
  expect(outcome(await admin.call(moveUsers, { body }))).toEqual([422, String(id), expect.stringContaining('already')])
  const { data } = await admin.call(listMoveLogs, { query: { limit: 1 } })
  expect(data[0]).toMatchObject({
    user: `${name}@example.test`,
    from_company: 'Harbour',
    to_company: expect.stringContaining('Quay'),
    moved_by: 'admin@example.test',
  })
})

test('a role that the new company has is kept; users cannot move themselves, or to the platform', async () => {
  const { id } = await person(4)
  const body = { user_id: [id], company_id: branch.company_id, role_id: 3 }
  expect((await admin.call(moveUsers, { body })).data).toEqual([{ id }])
  expect(await roleOf(id)).toBe(4)
  const own = await admin.call(moveUsers, { body: { user_id: [adminId], company_id: branch.company_id } })
  expect(own.status).toBe(403)
  expect(outcome(await admin.call(moveUsers, { body: { user_id: [id], company_id: 0 } }))).toEqual([
    403,
    'company_id',
    expect.stringContaining('platform'),
  ])
})

test('S6.42: moves are seen from both ends, without the name of a company out of reach', async () => {
  const rival = await makeCompany(world, fresh('Rival'))
  await makeUser(world, 'rival', rival, 2)
  const { id, name } = await person()
  expect((await root.call(moveUsers, { body: { user_id: [id], company_id: rival.company_id } })).status).toBe(200)
  const of = async (client: TestClient) => (await client.call(listMoveLogs, { query: { q: name } })).data
  expect(await of(admin)).toEqual([
    expect.objectContaining({ from_company: 'Harbour', to_company: null, to_company_id: null }),
  ])
  const theirs = await world.as('rival')
  expect(await of(theirs)).toEqual([
    expect.objectContaining({ from_company: null, to_company: expect.stringContaining('Rival') }),
  ])
  expect(await of(root)).toHaveLength(1)
  const filtered = await root.call(listMoveLogs, { query: { company_id: rival.company_id, sort: 'user' } })
  expect(filtered.meta.total).toBe(1)
  await makeUser(world, 'bystander', await makeCompany(world, fresh('Bystander')), 2)
  expect((await (await world.as('bystander')).call(listMoveLogs)).data).toEqual([])
})

test('deleting a user deletes their sessions and queued actions; history keeps the name', async () => {
  const { id, name } = await person()
  const client = await world.as(name)
  const device = await makeDevice(world, company)
  const waiting = await makeAction(world, company, device, { asked_by_id: id })
  const ended = await makeAction(world, company, device, { state: 'done' })
  await world.db
    .updateTable('actions')
    .set({ user_id: id, username: name })
    .where('id', 'in', [waiting.action, ended.action])
    .execute()
  expect((await admin.call(deleteUsers, { body: { user_id: [id] } })).data).toEqual([{ id }])
  expect((await client.call(getSessionUser)).status).toBe(401)
  const targets = await world.db
    .selectFrom('action_targets as t')
    .innerJoin('actions as a', 'a.id', 't.action_id')
    .select(['t.id', 't.state', 'a.username', 'a.user_id'])
    .where('a.id', 'in', [waiting.action, ended.action])
    .orderBy('t.id')
    .execute()
  expect(targets.map(({ state, username, user_id }) => [state, username, user_id])).toEqual([
    ['cancelled', name, null],
    ['done', name, null],
  ])
  const { data } = await admin.call(listAudit, { query: { action: 'users.delete_many', limit: 1 } })
  expect(data[0]).toMatchObject({ target_id: id, before: { email: `${name}@example.test`, role: 'End Client' } })
})
