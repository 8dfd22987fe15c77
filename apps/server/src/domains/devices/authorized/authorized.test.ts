import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  authorizeDevice,
  authorizeFile,
  exportAuthorizedDevices,
  getRegistration,
  listAuthorizedDevices,
  setRegistration,
  unauthorizeDevices,
} from '@longreach/contract/devices/authorized-endpoints'
import {
  approveDevice,
  createDevices,
  createEnrolmentKey,
  listDeviceLogs,
  listKeyClaims,
} from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { connectEnrolled, enrolDevice, tryEnrol } from '../../../test/device.ts'
import { until } from '../../../test/until.ts'
import { workbookOf } from '../../../test/workbook.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let port: number
let company: Place
let root: TestClient
let admin: TestClient
let key: string

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  root = await world.as('root')
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 50 } })).data.key
})

afterAll(async () => world?.stop())

beforeEach(async () => {
  await sql`DELETE FROM rate_limits`.execute(world.db)
  await sql`DELETE FROM authorized_devices`.execute(world.db)
  await limit(false)
})

const limit = (authorized_only: boolean) => root.call(setRegistration, { body: { authorized_only } })
const approve = async (serial: string, mac?: string) =>
  (await root.call(authorizeDevice, { body: { serial, ...(mac ? { mac } : {}) } })).data.id
const list = async (query: object = {}) => (await root.call(listAuthorizedDevices, { query })).data
const serials = async (query: object = {}) => (await list(query)).map(({ serial }) => serial)
const sendFile = (content: string | Uint8Array<ArrayBuffer>) =>
  root.call(authorizeFile, { body: {}, files: { file: new File([content], 'devices.csv', { type: 'text/csv' }) } })
const add = (...identities: { serial: string; mac: string }[]) =>
  admin.call(createDevices, {
    body: {
      data: identities.map((identity) => ({
        company_id: company.company_id,
        device_series: 'rut' as const,
        password_confirmation: 'Admin-1234',
        ...identity,
      })),
    },
  })

test('an approved device is listed, searched and removed, each with an audit line', async () => {
  const id = await approve('7300000001', '001e42aabb01')
  await root.call(authorizeDevice, { body: { serial: '7300000002', model: 'RUTX50', batch_number: '0054' } })
  expect(await list({ q: 'aa:bb' })).toMatchObject([
    {
      id,
      serial: '7300000001',
      mac: '00:1E:42:AA:BB:01',
      model: null,
      username: 'root@example.test',
      registered: false,
    },
  ])
  for (const q of ['001e.42aa.bb01', '00-1E-42-AA-BB-01', '001E42AABB01', '7300 000 001'])
    expect(await serials({ q })).toEqual(['7300000001'])
  expect(await serials({ q: 'rutx' })).toEqual(['7300000002'])
  expect(await serials({ sort: '-serial' })).toEqual(['7300000002', '7300000001'])
  const twice = await root.call(authorizeDevice, { body: { serial: '7300000001' } })
  expect([twice.status, twice.errors[0]]).toMatchObject([409, { source: 'serial', message: 'Device already approved' }])
  expect((await root.call(exportAuthorizedDevices)).text).toContain('7300000001,00:1E:42:AA:BB:01')
  const removed = await root.call(unauthorizeDevices, { body: { id: [id, 99_999] } })
  expect([removed.status, removed.data]).toEqual([207, [{ id }]])
  expect((await root.call(unauthorizeDevices, { body: { filter: { q: 'rutx' } } })).data).toHaveLength(1)
  expect(await serials()).toEqual([])
  const { data: lines } = await root.call(listAudit, { query: { target: 'authorized_device', limit: 4 } })
  expect(lines.map(({ sentence }) => sentence)).toEqual([
    'root@example.test removed the device 7300000002 from the approved devices',
    'root@example.test removed the device 7300000001 from the approved devices',
    'root@example.test approved the device 7300000002',
    'root@example.test approved the device 7300000001',
  ])
})

test('administrators of a company neither see nor approve devices', async () => {
  const body = { serial: '7300000003' }
  expect((await admin.call(listAuthorizedDevices)).status).toBe(403)
  expect((await admin.call(getRegistration)).status).toBe(403)
  expect((await admin.call(authorizeDevice, { body })).status).toBe(403)
  expect((await admin.call(setRegistration, { body: { authorized_only: true } })).status).toBe(403)
  expect((await root.call(authorizeDevice, { body: { serial: 'a b' } })).errors[0]?.source).toBe('serial')
})

test('good lines of a file are added, the others are listed with their line and column', async () => {
  await approve('7310000001')
  const answer = await sendFile(
    [
      '\ufeffProduct code;MAC address;"Serial number";note',
      'RUTX50;00-1e-42-00-00-01;7310000001;known',
      ';;7310000002;"two\nlines"',
      ';wrong;7310000003;',
      ';;7310000002;',
      ';;1.1E+09;',
      '',
      'RUT241;;;',
    ].join('\r\n'),
  )
  expect([answer.status, answer.data]).toEqual([207, { added: 1, existing: 1 }])
  expect(answer.errors.map(({ source, message }) => [source, message])).toEqual([
    ['data.5.mac', 'Line 5: Enter a MAC address such as 00:1E:42:00:00:00'],
    ['data.6.serial', 'Line 6: Serial number is in the file twice'],
    ['data.7.serial', 'Line 7: 1.1E+09 was shortened by a spreadsheet. Format the column as text'],
    ['data.9.serial', 'Line 9: Required'],
  ])
  expect(await serials({ sort: 'serial' })).toEqual(['7310000001', '7310000002'])
})

test('a line that names the separator and marks for text are read as spreadsheets do', async () => {
  const content = `sep=;\r\nserial;imei;model\r\n="7310000021";\u00a0356938035643809;RUTX50\r\n7310000022;;a;b\r\n`
  const answer = await sendFile(content)
  expect([answer.status, answer.data]).toEqual([207, { added: 1, existing: 0 }])
  expect(answer.errors).toMatchObject([{ source: 'data.4.serial' }])
  expect(await serials({ q: '73100000' })).toContain('7310000021')
})

test('the devices of a workbook are approved', async () => {
  const content = await workbookOf([
    ['Serial number', 'Model'],
    ['7320000001', 'RUTX50'],
    ['', ''],
    ['7320000001', ''],
  ])
  const answer = await sendFile(content)
  expect([answer.status, answer.data]).toEqual([207, { added: 1, existing: 0 }])
  expect(answer.errors[0]?.message).toBe('Line 4: Serial number is in the file twice')
  expect(await list()).toMatchObject([{ serial: '7320000001', model: 'RUTX50' }])
  const { data: lines } = await root.call(listAudit, { query: { target: 'authorized_device', limit: 1 } })
  expect(lines[0]?.sentence).toBe('root@example.test approved 1 device of a file')
})

test('a file without devices, of another kind or in another encoding is refused', async () => {
  const refusal = async (content: string | Uint8Array<ArrayBuffer>) => {
    const { status, errors } = await sendFile(content)
    return [status, errors[0]?.message]
  }
  const columns = 'serial, mac, imei, model, batch_number, product_code'
  expect(await refusal('')).toEqual([422, 'The file contains no devices'])
  expect(await refusal('serial\n\n')).toEqual([422, 'The file contains no devices'])
  expect(await refusal('7310000009\n')).toEqual([422, `Name the columns in the first line: ${columns}`])
  expect(await refusal('serial\n"7310000009\n')).toEqual([422, 'Line 2: a quotation mark is not closed'])
  expect(await refusal(new Uint8Array([0xff, 0xfe, 0x73]))).toEqual([422, 'The file is not valid UTF-8 text'])
  expect(await refusal('serial\n73\u00000009\n')).toEqual([422, 'The file is not valid UTF-8 text'])
  expect(await refusal('PK\u0003\u0004')).toEqual([422, 'Save the file as .xlsx or CSV'])
  const many = await sendFile(`serial\n${'x y\n'.repeat(130)}`)
  expect([many.status, many.errors.length, many.errors.at(-1)?.message]).toEqual([
    422,
    101,
    '30 more lines have errors',
  ])
})

test('only approved devices are added while registration is limited to them', async () => {
  await approve('7320000001', '00:1E:42:20:00:01')
  const approved = { serial: '7320000001', mac: '00:1E:42:20:00:01' }
  const other = { serial: '7320000002', mac: '00:1E:42:20:00:02' }
  await limit(true)
  expect((await root.call(getRegistration)).data).toEqual({ authorized_only: true })
  const refused = await add({ ...approved, mac: other.mac }, other)
  expect([refused.status, refused.errors]).toMatchObject([
    422,
    [
      { source: 'data.0.serial', message: 'Device could not be verified' },
      { source: 'data.1.serial', message: 'Device could not be verified' },
    ],
  ])
  expect((await add(approved)).status).toBe(201)
  const attempts = async (client: TestClient) =>
    (await client.call(listDeviceLogs, { query: { serial: other.serial } })).data
  await until(async () => (await attempts(root)).length > 0)
  expect(await attempts(root)).toMatchObject([
    { type: 'connection', code: 210, log: 'Not an approved device', username: 'admin@example.test', mac: other.mac },
  ])
  expect(await attempts(admin)).toEqual([])
  await limit(false)
  expect((await add(other)).status).toBe(201)
})

test('only approved devices enrol while registration is limited to them; the reason is for the operator', async () => {
  const [approved, other] = [
    { serial: '7330000001', mac: '00:1E:42:33:00:01' },
    { serial: '7330000002', mac: '00:1E:42:33:00:02' },
  ]
  await approve(approved.serial, approved.mac)
  await limit(true)
  const { line } = await tryEnrol(port, { key }, other)
  expect(line.replaceAll('\\0040', ' ')).toMatch(/^refused 12 \d+ .*Device could not be verified/)
  const query = { serial: other.serial }
  expect((await root.call(listDeviceLogs, { query })).data.map(({ code, company_id }) => [code, company_id])).toEqual([
    [12, company.company_id],
    [210, null],
  ])
  expect((await admin.call(listDeviceLogs, { query })).data).toMatchObject([
    { code: 12, log: 'Device could not be verified' },
  ])
  const device = await enrolDevice(port, key, approved)
  expect(await list()).toMatchObject([{ serial: approved.serial, registered: true }])
  expect(await serials({ registered: false })).toEqual([])
  expect(device.deviceId).toBeGreaterThan(0)
})

test('a pending enrolment is approved only for an approved device', async () => {
  const identity = { serial: '7340000001', mac: '00:1E:42:34:00:01' }
  const device = await enrolDevice(port, key, identity)
  const { line } = await tryEnrol(port, { key }, identity)
  expect(line).toMatch(/^refused 206 /)
  const params = { id: device.deviceId }
  const [claim] = (await admin.call(listKeyClaims, { params })).data
  const body = { fingerprint: claim?.fingerprint ?? '' }
  await limit(true)
  const refused = await admin.call(approveDevice, { params, body })
  expect([refused.status, refused.errors[0]?.message]).toEqual([422, 'Device could not be verified'])
  expect((await tryEnrol(port, { key }, identity)).line).toMatch(/^refused 12 /)
  await approve(identity.serial)
  expect((await admin.call(approveDevice, { params, body })).status).toBe(200)
})

test('a device that has registered still connects while registration is limited to others', async () => {
  const device = await enrolDevice(port, key, { serial: '7350000001', mac: '00:1E:42:35:00:01' })
  await limit(true)
  const link = await connectEnrolled(port, device)
  link.leave()
  const { data } = await root.call(listAudit, { query: { target: 'registration', limit: 1 } })
  expect(data[0]).toMatchObject({
    sentence: 'root@example.test let only approved devices register',
    before: { authorized_only: false },
    after: { authorized_only: true },
  })
})
