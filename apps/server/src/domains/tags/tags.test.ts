import { deleteCompany } from '@longreach/contract/companies/endpoints'
import { createTag, deleteTags, exportTags, getTag, listTags, updateTag } from '@longreach/contract/tags/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let home: Place
let below: Place
let admin: TestClient

beforeAll(async () => {
  world = await startWorld()
  home = await makeCompany(world, 'Home')
  below = await makeCompany(world, 'Below', home)
  await makeUser(world, 'admin', home, 2)
  await makeUser(world, 'client', home, 3)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

test('S3.122: a tag has its author, the number of its devices, what it starts and its times', async () => {
  const { data } = await admin.call(createTag, { body: { company_id: home.company_id, name: 'All fields' } })
  const { data: found } = await admin.call(getTag, { params: { id: data.id } })
  const { company_name, ...documented } = found
  expect(documented).toEqual({
    id: data.id,
    name: 'All fields',
    description: '',
    color: '#64748b',
    company_id: home.company_id,
    user_id: expect.any(Number),
    devices_count: 0,
    actions: [],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  expect(company_name).toBe('Home')
})

test('S5.26 S5.27 S5.28 S5.29 S7.65: a tag requires a company and a name; description and colour are optional', async () => {
  const company_id = home.company_id
  const made = await admin.call(createTag, { body: { company_id, name: 'Plain tag' } })
  expect(made.status).toBe(201)
  const { data } = await admin.call(getTag, { params: { id: made.data.id } })
  expect(data).toMatchObject({
    name: 'Plain tag',
    description: '',
    color: '#64748b',
    company_name: 'Home',
    devices_count: 0,
  })
  expect(data.user_id).toBeGreaterThan(0)
  const wrong = async (body: object) => {
    const answer = await admin.call(createTag, { body: body as never })
    return [answer.status, answer.errors.map(({ source }) => source)]
  }
  expect(await wrong({ name: 'No company' })).toEqual([422, ['company_id']])
  expect(await wrong({ company_id })).toEqual([422, ['name']])
  expect(await wrong({ company_id, name: 'ab' })).toEqual([422, ['name']])
  expect(await wrong({ company_id, name: 'x'.repeat(101) })).toEqual([422, ['name']])
  expect(await wrong({ company_id, name: 'abc', description: 'x'.repeat(201) })).toEqual([422, ['description']])
  for (const color of ['red', '#12345', '#1234567', 'url(x)', '#12345g'])
    expect(await wrong({ company_id, name: 'abc', color })).toEqual([422, ['color']])
})

test('a name is unique in a company, ignoring case, also when two users create it at once', async () => {
  const body = { company_id: home.company_id, name: 'Twice' }
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(createTag, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const again = await admin.call(createTag, { body: { ...body, name: 'TWICE' } })
  expect([again.status, again.errors[0]?.source]).toEqual([409, 'name'])
  expect((await admin.call(createTag, { body: { ...body, company_id: below.company_id } })).status).toBe(201)
  const other = await makeTag(world, home, { name: 'Other' })
  expect((await admin.call(updateTag, { params: { id: other }, body: { name: 'twice' } })).status).toBe(409)
  expect((await admin.call(updateTag, { params: { id: other }, body: { name: 'OTHER' } })).status).toBe(200)
})

test('S7.43 S7.61 S3.98: tags are searched, sorted, narrowed to a company and to what its devices may carry', async () => {
  const place = await makeCompany(world, 'Sorted', home)
  const [many, few] = [await makeTag(world, place, { name: '50%_off' }), await makeTag(world, home, { name: 'Zebra' })]
  for (let at = 0; at < 2; at++) {
    const device_id = await makeDevice(world, place)
    await world.db.insertInto('device_tags').values({ device_id, tag_id: many }).execute()
  }
  const found = async (query: object) => (await admin.call(listTags, { query })).data.map(({ id }) => id)
  expect(await found({ q: '%_O' })).toEqual([many])
  expect(await found({ q: 'zeb', fields: 'id,name,color' })).toEqual([few])
  expect(await found({ company_id: place.company_id })).toEqual([many])
  expect((await found({ sort: '-device_count', limit: 1 }))[0]).toBe(many)
  const carried = await found({ for_company: place.company_id, limit: 100 })
  expect([carried.includes(many), carried.includes(few)]).toEqual([true, true])
  expect(await found({ for_company: home.company_id, q: '50' })).toEqual([])
  const { data } = await admin.call(listTags, { query: { q: 'zebra', fields: 'id,name,color' } })
  expect(data).toEqual([{ id: few, name: 'Zebra', color: '#2563eb' }])
})

test('the count includes only the devices the caller sees', async () => {
  const tag = await makeTag(world, home, { name: 'Counted' })
  for (const place of [home, below, below]) {
    const device_id = await makeDevice(world, place)
    await world.db.insertInto('device_tags').values({ device_id, tag_id: tag }).execute()
  }
  const client = await world.as('client')
  const count = async (who: TestClient) => (await who.call(getTag, { params: { id: tag } })).data.devices_count
  expect([await count(admin), await count(client)]).toEqual([3, 1])
})

test('several tags are deleted at once; the CSV has every tag and no formula', async () => {
  const place = await makeCompany(world, 'Exported', home)
  const ids = []
  for (let at = 0; at < 3; at++) ids.push(await makeTag(world, place, { name: `=cmd ${at}`, description: 'a,"b"' }))
  const query = { company_id: place.company_id }
  const { text, headers } = await admin.call(exportTags, { query })
  expect(headers.get('content-disposition')).toContain('tags.csv')
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).toContain(`,'=cmd 0,"a,""b""",`)
  const gone = await admin.call(deleteTags, { body: { id: [...ids, 99_999_999] } })
  expect([gone.status, gone.errors.map(({ source }) => source)]).toEqual([207, ['99999999']])
  expect((await admin.call(listTags, { query })).meta.total).toBe(0)
})

test('the tags of a company are deleted with it', async () => {
  const place = await makeCompany(world, 'Short lived', home)
  const tag = await makeTag(world, place)
  expect((await admin.call(deleteCompany, { params: { id: place.company_id } })).status).toBe(200)
  expect((await admin.call(getTag, { params: { id: tag } })).status).toBe(404)
})
