import { listAudit } from '@longreach/contract/audit/endpoints'
import { type PermissionName, permissions } from '@longreach/contract/permissions'
import {
  createRole,
  deleteRole,
  getRole,
  getRolePermissions,
  listRoles,
  overwriteRolePermissions,
  updateRole,
} from '@longreach/contract/roles/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let branch: Place
let admin: TestClient
let root: TestClient

const ids = (...names: PermissionName[]) =>
  names.map((name) => permissions.find((permission) => permission.name === name)!.id)

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  branch = await makeCompany(world, 'Pier', company)
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  root = await world.as('root')
})

afterAll(async () => world?.stop())

let count = 0
async function custom(client: TestClient, names: PermissionName[], at: Place = company): Promise<number> {
  const body = { title: `Watch ${++count}`, company_id: [at.company_id], permission_id: ids(...names) }
  const answer = await client.call(createRole, { body })
  expect(answer.status).toBe(201)
  return answer.data[0]!.id
}

async function permissionsOf(id: number): Promise<string[]> {
  return (await root.call(getRolePermissions, { params: { id } })).data.map(({ name }) => name)
}

test('S1.18: a role is created in several companies at once, read, edited and deleted', async () => {
  const body = {
    title: ' Night watch ',
    description: 'Looks after the pumps',
    company_id: [company.company_id, branch.company_id],
    permission_id: ids('view_devices', 'update_devices'),
  }
  const { data } = await admin.call(createRole, { body })
  expect(data).toHaveLength(2)
  const params = { id: data[0]!.id }
  expect((await admin.call(getRole, { params })).data).toMatchObject({
    title: 'Night watch',
    company_id: company.company_id,
    company_name: 'Harbour',
    permissions_count: 2,
  })
  await admin.call(updateRole, { params, body: { title: 'Day watch' } })
  expect(await permissionsOf(params.id)).toEqual(['view_devices', 'update_devices'])
  await admin.call(updateRole, { params, body: { permission_id: ids('view_devices') } })
  expect(await permissionsOf(params.id)).toEqual(['view_devices'])
  await admin.call(overwriteRolePermissions, {
    body: { role_id: data.map(({ id }) => id), permission_id: ids('view_tags') },
  })
  for (const { id } of data) expect(await permissionsOf(id)).toEqual(['view_tags'])
  for (const { id } of data) expect((await admin.call(deleteRole, { params: { id } })).status).toBe(200)
  expect((await admin.call(getRole, { params })).status).toBe(404)
  const { data: lines } = await admin.call(listAudit, { query: { limit: 10 } })
  expect(lines[0]).toMatchObject({ action: 'roles.delete', target: 'role' })
})

test('users cannot grant permissions they lack, and none can grant super_admin', async () => {
  const attempt = (client: TestClient, permission_id: number[]) =>
    client.call(createRole, { body: { title: `Try ${++count}`, company_id: [company.company_id], permission_id } })
  expect(await attempt(admin, ids('view_mail_logs'))).toMatchObject({
    status: 403,
    errors: [{ source: 'permission_id', message: 'You do not have the permission ‘View mail logs’' }],
  })
  expect((await attempt(root, ids('view_mail_logs'))).status).toBe(201)
  expect((await attempt(root, ids('super_admin'))).status).toBe(422)
  expect((await attempt(admin, [permissions.length + 1])).status).toBe(422)
})

test('a role with more permissions than its editor cannot be edited', async () => {
  const id = await custom(root, ['view_devices', 'view_mail_logs'])
  const params = { id }
  for (const answer of [
    await admin.call(updateRole, { params, body: { permission_id: ids('view_devices') } }),
    await admin.call(updateRole, { params, body: { title: 'Mine now' } }),
    await admin.call(overwriteRolePermissions, { body: { role_id: [id], permission_id: ids('view_devices') } }),
    await admin.call(deleteRole, { params }),
  ]) {
    expect(answer.status).toBe(403)
    expect(answer.errors[0]!.message).toContain('View mail logs')
  }
  expect(await permissionsOf(id)).toEqual(['view_devices', 'view_mail_logs'])
})

test('S3.42: default roles cannot be changed, not even by the system administrator', async () => {
  for (const client of [admin, root]) {
    expect((await client.call(updateRole, { params: { id: 4 }, body: { title: 'Visitor' } })).status).toBe(403)
    expect((await client.call(deleteRole, { params: { id: 4 } })).status).toBe(403)
  }
})

test('a title is unique in a company, ignoring case, also when two users create it at the same moment', async () => {
  const body = { title: 'Harbour master', company_id: [company.company_id], permission_id: ids('view_devices') }
  const answers = await Promise.all([
    admin.call(createRole, { body }),
    root.call(createRole, { body: { ...body, title: 'HARBOUR MASTER' } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const id = await custom(admin, ['view_devices'])
  const again = await admin.call(updateRole, { params: { id }, body: { title: 'harbour master' } })
  expect(again).toMatchObject({ status: 409, errors: [{ source: 'title' }] })
  expect((await admin.call(createRole, { body: { ...body, company_id: [branch.company_id] } })).status).toBe(201)
})

test('a role with users is not deleted, and the error counts them', async () => {
  const id = await custom(admin, ['view_devices'])
  await makeUser(world, 'watchman', company, id)
  const refused = await admin.call(deleteRole, { params: { id } })
  expect(refused).toMatchObject({ status: 409, errors: [{ message: expect.stringContaining('1 user has the role') }] })
})

test('S6.25: a change of a role takes effect for its users with the next call', async () => {
  const id = await custom(admin, ['view_devices', 'view_users'])
  await makeUser(world, 'helper', company, id)
  const helper = await world.as('helper')
  expect((await helper.call(listUsers)).status).toBe(200)
  await admin.call(updateRole, { params: { id }, body: { permission_id: ids('view_devices') } })
  expect((await helper.call(listUsers)).status).toBe(403)
})

test('a company is offered its own roles and those of its subsidiaries, never those of others', async () => {
  const other = await makeCompany(world, 'Airport')
  await makeUser(world, 'elsewhere', other, 2)
  const elsewhere = await world.as('elsewhere')
  const id = await custom(admin, ['view_devices'], branch)
  const seen = async (client: TestClient) =>
    (await client.call(listRoles, { query: { limit: 100, type: 'custom' } })).data.map((role) => role.id)
  expect(await seen(admin)).toContain(id)
  expect(await seen(elsewhere)).not.toContain(id)
  expect((await elsewhere.call(updateRole, { params: { id }, body: { title: 'Taken' } })).status).toBe(404)
})

test('no sequence of creating and editing roles gives a user a permission they were not granted', async () => {
  const given: PermissionName[] = [
    'view_roles',
    'create_roles',
    'update_roles',
    'view_devices',
    'view_tags',
    'view_files',
  ]
  const own = await custom(root, given)
  await makeUser(world, 'climber', company, own)
  const climber = await world.as('climber')
  const everything = permissions.map(({ id }) => id)
  const step = fc.record({
    kind: fc.constantFrom('create', 'edit', 'overwrite'),
    permissionIds: fc.subarray(everything, { minLength: 1, maxLength: 4 }),
    target: fc.nat(5),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const made = [own]
      for (const { kind, permissionIds, target } of steps) {
        const id = made[target % made.length]!
        if (kind === 'create') {
          const body = { title: `Climb ${++count}`, company_id: [company.company_id], permission_id: permissionIds }
          const answer = await climber.call(createRole, { body })
          if (answer.status === 201) made.push(answer.data[0]!.id)
        } else if (kind === 'edit') {
          await climber.call(updateRole, { params: { id }, body: { permission_id: permissionIds } })
        } else {
          await climber.call(overwriteRolePermissions, { body: { role_id: [id], permission_id: permissionIds } })
        }
      }
      const { rows } = await sql<{ permission: string }>`
        SELECT DISTINCT permission FROM role_permissions WHERE role_id = ANY(${made})`.execute(world.db)
      for (const { permission } of rows) expect(given).toContain(permission)
      // The climber may have lost its own access; the next run starts again.
      await root.call(updateRole, { params: { id: own }, body: { permission_id: ids(...given) } })
    }),
    { numRuns: 15 },
  )
})

test('a user who lost the permission while the change of a role waited changes nothing', async () => {
  await makeUser(world, 'late', company, 2)
  const demoted = await world.as('late')
  const watch = await custom(admin, ['view_devices'])
  const body = { permission_id: ids('view_devices', 'delete_devices') }
  const made = { title: 'Late', company_id: [company.company_id], permission_id: ids('delete_devices') }
  const attempts = [
    () => demoted.call(updateRole, { params: { id: watch }, body }),
    () => demoted.call(overwriteRolePermissions, { body: { ...body, role_id: [watch] } }),
    () => demoted.call(createRole, { body: made }),
    () => demoted.call(deleteRole, { params: { id: watch } }),
  ]
  for (const attempt of attempts) {
    await sql`UPDATE users SET role_id = 2 WHERE username = 'late@example.test'`.execute(world.db)
    let answer: Promise<{ status: number }> | undefined
    // Locks the company like a change of a user's role does.
    await world.db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM companies WHERE id = ${company.company_id} FOR NO KEY UPDATE`.execute(tx)
      answer = attempt()
      await until(async () => {
        const { rows } = await sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          world.db,
        )
        return rows.length > 0
      })
      await sql`UPDATE users SET role_id = 4 WHERE username = 'late@example.test'`.execute(tx)
    })
    expect((await answer)?.status).toBe(403)
  }
  expect(await permissionsOf(watch)).toEqual(['view_devices'])
})
