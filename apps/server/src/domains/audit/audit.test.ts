import { exportAudit, listAudit } from '@longreach/contract/audit/endpoints'
import { createEnrolmentKey, deleteDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { createStoredItem } from '@longreach/contract/storage/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'
import { maskSecrets } from './store.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})

afterAll(async () => world?.stop())

test('secrets are masked at any depth, absent ones are not', () => {
  expect(
    maskSecrets({ name: 'x', password: 'p', nested: [{ api_token: 't', deep: { secret: null, public_key: 'k' } }] }),
  ).toEqual({ name: 'x', password: '•••', nested: [{ api_token: '•••', deep: { secret: null, public_key: '•••' } }] })
})

test('a change is logged with user, address, values before and after, in the company it happened in; a refused one is not', async () => {
  const top = await makeCompany(world, 'Top')
  const below = await makeCompany(world, 'Below', top)
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'client', below, 2)
  const device = await makeDevice(world, below, { name: 'Old' })
  const admin = await world.signIn('admin')
  await admin.call(updateDevice, { params: { id: device }, body: { name: 'New' } })
  await admin.call(updateDevice, { params: { id: device }, body: { dynamic_monitoring: 5 } })
  const { data } = await admin.call(listAudit, { query: { target: 'device', target_id: device } })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    action: 'devices.update',
    username: 'admin@example.test',
    company_id: below.company_id,
    before: { name: 'Old' },
    after: { name: 'New' },
    ip: '127.0.0.1',
  })
  const seen = await (await world.signIn('client')).call(listAudit, { query: { target: 'device' } })
  expect(seen.data).toHaveLength(1)
})

test('no audit line contains an enrolment key', async () => {
  const root = await world.signIn('root')
  const admin = await world.signIn('admin')
  const { data: companies } = await admin.call(listAudit, { query: { limit: 1 } })
  const { data: made } = await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.company_id ?? 1 } })
  const { text } = await root.call(listAudit, { query: { limit: 100 } })
  expect(text).toContain('devices.create_enrolment_key')
  for (const part of made.key.split('.')) expect(text).not.toContain(part)
})

test('names are links for readers who may open them; routine is left out and counted on request', async () => {
  const home = await makeCompany(world, 'Linked')
  await makeUser(world, 'reader', home, 2)
  const admin = await world.signIn('reader')
  const device = await makeDevice(world, home, { name: 'Kept' })
  await admin.call(updateDevice, { params: { id: device }, body: { name: 'Gone' } })
  await admin.call(createStoredItem, { body: { key: 'table.devices', value: 1 } })
  const all = await admin.call(listAudit, {})
  const shown = await admin.call(listAudit, { query: { sign_ins: 'hide', preferences: 'hide' } })
  expect(all.data.map(({ action }) => action)).toEqual(['storage.create', 'devices.update', 'account.login'])
  expect(shown.data.map(({ action }) => action)).toEqual(['devices.update'])
  expect([all.meta.hidden, shown.meta.hidden]).toEqual([undefined, 2])
  const linked = async () => {
    const { data } = await admin.call(listAudit, { query: { target: 'device' } })
    return data[0]?.parts.at(-1)
  }
  expect(await linked()).toEqual({ text: 'Gone', kind: 'device', id: device })
  await admin.call(deleteDevices, { body: { device_id: [device] } })
  const { data } = await admin.call(listAudit, { query: { action: 'devices.update' } })
  expect(data[0]).toMatchObject({ sentence: 'reader@example.test renamed Kept to Gone' })
  expect(data[0]?.parts.at(-1)).toEqual({ text: 'Gone' })
})

test('lines are found by text, user and object, and downloaded as CSV without a formula', async () => {
  const home = await makeCompany(world, 'Searched')
  await makeUser(world, '=searcher', home, 2)
  const admin = await world.signIn('=searcher')
  const device = await makeDevice(world, home, { name: 'Old 50%' })
  await admin.call(updateDevice, { params: { id: device }, body: { name: 'Brand new' } })
  await admin.call(updateDevice, { params: { id: device }, body: { description: 'Other' } })
  const found = async (query: object) => (await admin.call(listAudit, { query })).data.map(({ after }) => after)
  // The second change concerns an object that has the name by then.
  expect(await found({ q: 'brand NEW' })).toEqual([{ description: 'Other' }, { name: 'Brand new' }])
  expect(await found({ q: '50%' })).toEqual([{ name: 'Brand new' }])
  expect(await found({ q: '5_%' })).toEqual([])
  expect(await found({ target: 'device', target_id: device })).toHaveLength(2)
  const [line] = (await admin.call(listAudit, { query: { action: 'devices.update' } })).data
  expect(line).toMatchObject({ company_name: 'Searched', actor_name: null })
  expect(await found({ user_id: line?.user_id ?? 0, action: 'devices.update' })).toHaveLength(2)
  const device_link = { kind: 'device', id: device }
  expect(line).toMatchObject({
    sentence: '=searcher@example.test edited Brand new',
    parts: [{ kind: 'user' }, { text: ' edited ' }, { text: 'Brand new', ...device_link }],
    changes: [{ label: 'Description', before: null, after: 'Other' }],
    source: 'browser',
  })
  const { text } = await admin.call(exportAudit, { query: { action: 'devices.update' } })
  expect(text).toContain('=searcher@example.test renamed Old 50% to Brand new')
  expect(text.trim().split('\r\n')).toHaveLength(3)
  expect(text).toContain(`,'=searcher@example.test,`)
  expect(text).toContain('"{""name"":""Brand new""}"')
})
