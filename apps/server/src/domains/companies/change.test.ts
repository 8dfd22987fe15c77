import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  updateCompany,
} from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, deleteDevices } from '@longreach/contract/devices/endpoints'
import { listRemoteLogs } from '@longreach/contract/remote/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeRemoteSession } from '../../test/remote.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let top: Place
let root: TestClient
let admin: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
  top = await makeCompany(world, 'Top')
  await makeUser(world, 'admin', top, 2)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const make = (client: TestClient, name: string, parent_id: number) =>
  client.call(createCompany, { body: { name, parent_id } })

const placeOf = (id: number) =>
  world.db
    .selectFrom('companies')
    .select(['level', 'parent_id', 'l1_id', 'l2_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('S7.67 S3.44: a system administrator creates the first company; its position follows the rule of the levels', async () => {
  const answer = await make(root, '  First  ', 0)
  expect(answer.status).toBe(201)
  const first = answer.data.id
  const second = (await make(root, 'Second', first)).data.id
  const third = (await make(root, 'Third', second)).data.id
  expect(await placeOf(first)).toEqual({ level: 1, parent_id: 0, l1_id: first, l2_id: null })
  expect(await placeOf(second)).toEqual({ level: 2, parent_id: first, l1_id: first, l2_id: second })
  expect(await placeOf(third)).toEqual({ level: 3, parent_id: second, l1_id: first, l2_id: second })
  const { data } = await root.call(getCompany, { params: { id: first } })
  expect(data).toMatchObject({ name: 'First', level: 1, parent_id: 0, users_count: 0, devices_count: 0 })
})

test('S1.23 S5.35 S9.31: companies of level 1 and 2 may be parents, those of level 3 not', async () => {
  const second = (await make(admin, 'Level two', top.company_id)).data.id
  const third = (await make(admin, 'Level three', second)).data.id
  const parents = await admin.call(listCompanies, { query: { level: '1,2', limit: 100 } })
  expect(parents.data.map(({ level }) => level)).not.toContain(3)
  expect(parents.data.map(({ id }) => id)).toEqual(expect.arrayContaining([top.company_id, second]))
  const answer = await make(admin, 'Level four', third)
  expect([answer.status, answer.errors[0]]).toMatchObject([422, { code: 'VALIDATION_FAILED', source: 'parent_id' }])
})

test('S6.7: an administrator creates companies below the own one, and none of the first level', async () => {
  expect((await make(admin, 'Own branch', top.company_id)).status).toBe(201)
  const first = await make(admin, 'Own first', 0)
  expect([first.status, first.errors[0]]).toMatchObject([403, { code: 'FORBIDDEN', source: 'parent_id' }])
  const { data } = await root.call(listCompanies, { query: { q: 'own first' } })
  expect(data).toEqual([])
  await makeUser(world, 'client', top, 3)
  expect((await make(await world.as('client'), 'Of a client', top.company_id)).status).toBe(403)
})

test('S5.33 S9.30: a name has 3 to 200 characters, spaces around it not counted', async () => {
  for (const name of ['', 'ab', '  ab  ', 'x'.repeat(201)]) {
    const answer = await make(admin, name, top.company_id)
    expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'name'])
  }
  expect((await make(admin, 'x'.repeat(200), top.company_id)).status).toBe(201)
})

test('names are unique among siblings, ignoring case, also when two are created at once', async () => {
  const other = (await make(root, 'Other top', 0)).data.id
  expect((await make(admin, 'Twin', top.company_id)).status).toBe(201)
  const again = await make(admin, 'tWIN ', top.company_id)
  expect([again.status, again.errors[0]]).toMatchObject([409, { code: 'CONFLICT', source: 'name' }])
  expect((await make(root, 'Twin', other)).status).toBe(201)
  const both = await Promise.all([make(admin, 'At once', top.company_id), make(admin, 'At once', top.company_id)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.errors[0]?.source).toBe('name')
})

test('a company is renamed, also in another case, and the audit log has both names in the company itself', async () => {
  const { id } = (await make(admin, 'Old name', top.company_id)).data
  await make(admin, 'Taken', top.company_id)
  const rename = (name: string) => admin.call(updateCompany, { params: { id }, body: { name } })
  expect((await rename('OLD NAME')).status).toBe(200)
  expect((await rename('New name')).status).toBe(200)
  const taken = await rename('taken')
  expect([taken.status, taken.errors[0]?.source]).toEqual([409, 'name'])
  const { data } = await admin.call(listAudit, { query: { target: 'company', target_id: id } })
  expect(data.map(({ action, company_id, before, after }) => ({ action, company_id, before, after }))).toEqual([
    {
      action: 'companies.update',
      company_id: id,
      before: { name: 'OLD NAME' },
      after: { name: 'New name' },
    },
    { action: 'companies.update', company_id: id, before: { name: 'Old name' }, after: { name: 'OLD NAME' } },
    {
      action: 'companies.create',
      company_id: id,
      before: null,
      after: { name: 'Old name', parent_id: top.company_id },
    },
  ])
})

test('S4.112: only an empty company is deleted; the response names all blockers', async () => {
  const company = await makeCompany(world, 'Full', top)
  const below = await makeCompany(world, 'Below', company)
  const devices = [await makeDevice(world, company), await makeDevice(world, company)]
  const user = await makeUser(world, 'full', company, 3)
  await world.db
    .insertInto('roles')
    .values({ ...company, name: 'own', title: 'Own' })
    .execute()
  const remove = () => admin.call(deleteCompany, { params: { id: company.company_id } })
  const full = await remove()
  expect(full.status).toBe(409)
  expect(full.errors).toEqual([
    { code: 'CONFLICT', message: '1 subsidiary belongs to this company', source: 'subsidiaries' },
    { code: 'CONFLICT', message: '1 role belongs to this company', source: 'roles' },
    { code: 'CONFLICT', message: '1 user belongs to this company', source: 'users' },
    { code: 'CONFLICT', message: '2 devices belong to this company', source: 'devices' },
  ])
  expect((await admin.call(deleteCompany, { params: { id: below.company_id } })).status).toBe(200)
  await world.db.deleteFrom('users').where('id', '=', user).execute()
  await world.db.deleteFrom('roles').where('company_id', '=', company.company_id).execute()
  await admin.call(deleteDevices, { body: { device_id: devices } })
  // The rows of deleted devices are purged with their history a moment later.
  await until(async () => (await remove()).status === 200)
  expect((await admin.call(getCompany, { params: { id: company.company_id } })).status).toBe(404)
  const { data } = await admin.call(listAudit, { query: { action: 'companies.delete', limit: 1 } })
  expect(data[0]).toMatchObject({ target_id: company.company_id, before: { name: 'Full', parent_id: top.company_id } })
})

test('deleting a company deletes its enrolment keys and mails; its access history and data usage stay with those above', async () => {
  const company = await makeCompany(world, 'Past', top)
  const id = company.company_id
  await admin.call(createEnrolmentKey, { body: { company_id: id } })
  await makeRemoteSession(world, company, { device: 1 }, { ended_at: new Date(), input_data: 5 })
  await world.db
    .insertInto('company_data_usage')
    .values({ ...company, day: '2026-01-01' as never, bytes: 7 })
    .execute()
  const mail = { email: 'x@example.test', template: 'password_changed', subject: 'x', state: 'sent' }
  await world.db
    .insertInto('mails')
    .values({ ...company, ...mail })
    .execute()
  expect((await admin.call(deleteCompany, { params: { id } })).status).toBe(200)
  const keys = await world.db.selectFrom('enrolment_keys').select('id').where('company_id', '=', id).execute()
  expect(keys).toEqual([])
  const query = { start_date: '2020-01-01 00:00:00', end_date: '2099-01-01 00:00:00' }
  const { data } = await admin.call(listRemoteLogs, { query })
  expect(data.map(({ company_name }) => company_name)).toEqual([`#${id}`])
  const usage = await world.db.selectFrom('company_data_usage').select('bytes').where('company_id', '=', id).execute()
  expect(usage).toEqual([{ bytes: 7 }])
})

test('every table that references companies is checked, or purged, when one is deleted', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE confrelid = 'companies'::regclass ORDER BY 1`.execute(world.db)
  // Entries of remote access and alert rules are deleted with their devices; imports, claims and credentials that a
  // device left behind are deleted by foreign keys.
  expect(rows.map(({ name }) => name)).toEqual([
    'alert_rules',
    'alerts',
    'campaigns',
    'companies',
    'config_templates',
    'devices',
    'enrolment_keys',
    'file_companies',
    'files',
    'images',
    'imports',
    'invitations',
    'key_claims',
    'mails',
    'monitoring_templates',
    'moved_credentials',
    'remote_access',
    'roles',
    'schedules',
    'sims',
    'tags',
    'task_groups',
    'template_logs',
    'uploads',
    'users',
  ])
})

test('a new row gets the position of its company, whatever its own values', async () => {
  const company = await makeCompany(world, 'Placed', top)
  const device = await makeDevice(world, { ...company, l1_id: 99, l2_id: 98 })
  const row = await world.db
    .selectFrom('devices')
    .select(['l1_id', 'l2_id'])
    .where('id', '=', device)
    .executeTakeFirst()
  expect(row).toEqual({ l1_id: company.l1_id, l2_id: company.l2_id })
})
