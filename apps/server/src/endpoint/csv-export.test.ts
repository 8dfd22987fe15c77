import { endpoints } from '@longreach/contract'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { exportCompanies, listCompanies } from '@longreach/contract/companies/endpoints'
import { exportDevices } from '@longreach/contract/devices/endpoints'
import { exportLimits } from '@longreach/contract/export'
import { exportTags } from '@longreach/contract/tags/endpoints'
import { exportUsers, listUsers } from '@longreach/contract/users/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAction } from '../test/actions.ts'
import type { TestClient } from '../test/client.ts'
import { makeRemoteAccess, makeRemoteSession } from '../test/remote.ts'
import { makeSim } from '../test/sims.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../test/world.ts'
import { byIds } from './csv-export.ts'

const month = { start_date: '2020-01-01 00:00:00', end_date: '2099-01-01 00:00:00' }
const hostile = '=HYPERLINK("http://evil.test")'

let world: World
let home: Place
let root: TestClient
let admin: TestClient

/** One row of each kind in a company, named so that they can be found in a file. */
async function fill(place: Place, name: string): Promise<void> {
  const { db } = world
  const device = await makeDevice(world, place, { name, firmware: name })
  const user = await makeUser(world, name, place, 3)
  await makeTag(world, place, { name })
  const access = await makeRemoteAccess(world, place, device, { name: name.slice(0, 40) })
  await makeRemoteSession(world, place, { device, user, access })
  await makeAction(world, place, device, { device_name: name })
  await makeSim(world, place, { device })
  await db
    .insertInto('roles')
    .values({ ...place, name, title: name })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      ...place,
      role_id: 4,
      email: `${name}@invited.test`,
      token_hash: Buffer.from(name.padEnd(32)),
      expires_at: new Date(),
    })
    .execute()
  await db
    .insertInto('mails')
    .values({ ...place, email: `${name}@mailed.test`, template: 'password_reset', subject: name, state: 'sent' })
    .execute()
  await db
    .insertInto('device_logs')
    .values({ ...place, type: 'connection', status: true, log: name, serial: name })
    .execute()
  const alert = { device_id: device, device_name: name, event: 9, type: 3, seen: name, message: name }
  await db
    .insertInto('alerts')
    .values({ ...place, ...alert, created_at: new Date() })
    .execute()
  await db.insertInto('task_groups').values({ company_id: place.company_id, name }).execute()
  const campaign = await db
    .insertInto('campaigns')
    .values({
      company_id: place.company_id,
      name,
      kind: 'update_firmware',
      arg: '{}',
      file_name: name,
      size: 1,
      plan: '{}',
      state: 'done',
      username: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('campaign_devices')
    .values({
      ...place,
      campaign_id: campaign.id,
      device_id: device,
      device_name: name,
      device_serial: name,
      state: 'done',
    })
    .execute()
  const { id } = await db
    .insertInto('user_moves')
    .values({ user_id: user, username: name, moved_by_id: user, moved_by: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_move_places')
    .values({ move_id: id, side: 'to', ...place, company_name: name })
    .execute()
}

beforeAll(async () => {
  world = await startWorld()
  home = await makeCompany(world, 'home-company')
  const other = await makeCompany(world, 'other-company')
  await makeUser(world, 'admin', home, 2)
  await fill(home, 'home-row')
  await fill(other, 'other-row')
  await world.db.insertInto('notices').values({ type: 'info', message: 'home-row' }).execute()
  await world.db.insertInto('authorized_devices').values({ serial: 'home-row' }).execute()
  // The audit log of each company contains its own actions.
  for (const [place, name] of [
    [home, 'home-row'],
    [other, 'other-row'],
  ] as const)
    await world.db
      .insertInto('audit')
      .values({ ...place, action: 'test', username: name })
      .execute()
  root = await world.as('root')
  const all = await world.db
    .insertInto('roles')
    .values({ ...home, name: 'everything', title: 'Everything' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const needed = endpoints.filter(({ csv }) => csv).map(({ permission }) => permission as string)
  const names = [...new Set([...needed, 'hierarchy_access'])]
  await world.db
    .insertInto('role_permissions')
    .values(names.map((permission) => ({ role_id: all.id, permission })))
    .execute()
  await makeUser(world, 'holder', home, all.id)
  admin = await world.as('holder')
})

afterAll(async () => world?.stop())

const queryOf = (name: string) => (name === 'remote.export_logs' ? month : {})
/** Downloads without names. */
const figures = ['statistics.export_months', 'statistics.export_online', 'statistics.export_seen']
const read = (text: string) => text.trim().split('\r\n')

// Downloads of one device need its id, and are tested with its data.
const ofTenants = endpoints.filter(({ csv, path }) => csv && !path.includes('{'))

describe.each(ofTenants)('$path', (endpoint) => {
  const query = queryOf(endpoint.name)
  const ofPlatform = ['notices.export', 'devices.export_authorized'].includes(endpoint.name)

  test('has its columns, the rows in reach and no others', async () => {
    const { text, headers, status } = await admin.call(endpoint, { query } as never)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${endpoint.csv?.file}.csv"`)
    expect(read(text)[0]).toBe(endpoint.csv?.columns.join(','))
    if (figures.includes(endpoint.name)) return
    expect(text).toMatch(/home-(row|company)/)
    if (!ofPlatform) {
      expect(text).not.toContain('other-')
      expect((await root.call(endpoint, { query } as never)).text).toMatch(/other-(row|company)/)
    }
  })

  test('contains the requested columns, in order, between semicolons if asked for, and no unknown ones', async () => {
    const columns = endpoint.csv?.columns ?? []
    const fields = `${columns[1]},${columns[0]}`
    const asked = { ...query, fields, separator: ';' }
    expect(read((await admin.call(endpoint, { query: asked } as never)).text)[0]).toBe(`${columns[1]};${columns[0]}`)
    const wrong = await admin.call(endpoint, { query: { ...query, fields: `${fields},password_hash` } } as never)
    expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'fields'])
  })
})

test('with semicolons a list has the same cells, and no formulas; other separators are refused', async () => {
  for (const name of ['a,b', '=c;=d', `'2026`]) await makeTag(world, home, { name })
  const { text } = await admin.call(exportTags, { query: { fields: 'name,id', separator: ';' } })
  const names = read(text).map((row) => row.replace(/;[^;]*$/, ''))
  expect(names).toEqual(expect.arrayContaining(['name', '"a,b"', `"'=c;'=d"`, `''2026`]))
  const wrong = await admin.fetch('/api/tags/export/csv?separator=|')
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('"source":"separator"')])
})

test('a file is marked as UTF-8 for spreadsheets', async () => {
  const bytes = new Uint8Array(await (await admin.fetch('/api/tags/export/csv')).arrayBuffer())
  expect([...bytes.slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64])
})

test('a download follows filter, order and selection, and never contains a formula', async () => {
  for (const name of [hostile, '+cmd', '-cmd', '@cmd', '\tcmd'])
    await makeTag(world, home, { name, description: 'a,"b"\r\nc' })
  const { text } = await root.call(exportTags, {
    query: { company_id: home.company_id, sort: '-name', fields: 'name' },
  })
  const rows = read(text).slice(1)
  expect(rows).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  expect(rows.filter((row) => /^[=+\-@\t\r]/.test(row))).toEqual([])
  const names = (await root.call(listUsers, { query: { sort: '-email', limit: 100 } })).data.map(({ email }) => email)
  const { text: users } = await root.call(exportUsers, { query: { sort: '-email', fields: 'email' } })
  expect(read(users).slice(1)).toEqual(names)
  const [first] = (await root.call(listCompanies, { query: { q: 'other' } })).data
  const { text: one } = await root.call(exportCompanies, { query: { id: [first?.id ?? 0], fields: 'name' } as never })
  expect(read(one)).toEqual(['name', 'other-company'])
})

test('times are in the zone of the browser, which their heading names; programs get UTC', async () => {
  const read = async () => (await admin.call(exportCompanies, { query: { fields: 'name,created_at' } })).text
  const heading = (csv: string) => csv.split('\r\n')[0]?.replace('\uFEFF', '')
  expect(heading(await read())).toBe('name,created_at')
  const [company] = (await admin.call(listCompanies, { query: { limit: 1 } })).data
  admin.cookies.set('browser_timezone', 'Asia/Tokyo')
  const csv = await read()
  admin.cookies.delete('browser_timezone')
  expect(heading(csv)).toBe('name,created_at (Asia/Tokyo)')
  const there = new Date(Date.parse(`${company?.created_at}Z`) + 9 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  expect(csv).toContain(`,${there}\r\n`)
})

test('each download is in the audit log with its query', async () => {
  await admin.call(exportDevices, { query: { status: 'offline', q: 'needle' } })
  const { data } = await root.call(listAudit, { query: { action: 'devices.export', q: 'needle' } })
  expect(data).toMatchObject([
    { target: 'download', after: { status: ['offline'], q: 'needle' }, company_id: home.company_id },
  ])
})

test('rows deleted meanwhile are left out, the others keep their order; too many are refused', async () => {
  const ids = Array.from({ length: 2500 }, (_, at) => 5000 - at)
  const batches: number[][] = []
  for await (const rows of await byIds(
    async () => ids,
    async (ids) =>
      ids
        .filter((id) => id % 100 !== 0)
        .sort()
        .map((id) => ({ id })),
  ))
    batches.push(rows.map(({ id }) => id))
  expect(batches.map(({ length }) => length)).toEqual([990, 990, 495])
  expect(batches.flat()).toEqual(ids.filter((id) => id % 100 !== 0))
  const tooMany = byIds(
    async (most) => ({ length: most }) as number[],
    async () => [],
  )
  await expect(tooMany).rejects.toThrow(`More than ${exportLimits.rows.toLocaleString('en')} rows`)
})

test('downloads are counted by user', async () => {
  await makeUser(world, 'eager', home, 2)
  const eager = await world.as('eager')
  for (let at = 0; at < exportLimits.downloads; at++) await eager.call(exportTags, { query: { fields: 'id' } })
  const { status, errors, headers } = await eager.call(exportTags)
  expect([status, errors[0]?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await admin.call(exportTags)).status).toBe(200)
})
