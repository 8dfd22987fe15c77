import { listAudit } from '@longreach/contract/audit/endpoints'
import { createDevices } from '@longreach/contract/devices/endpoints'
import {
  createRemoteAccess,
  deleteRemoteAccess,
  forgetHostKey,
  getHostKey,
  listRemoteAccess,
  updateRemoteAccess,
} from '@longreach/contract/remote/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { finished } from '../../test/connect.ts'
import { makeRemoteAccess } from '../../test/remote.ts'
import { startRemoteDevice } from '../../test/remote-device.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let rival: Place
let admin: TestClient
let device: number

const entry = { name: 'PLC-4', destination_ip: '192.168.1.10', destination_port: 80, protocol: 'http' } as const

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await makeDevice(world, company, { name: 'Crane' })
})

afterAll(async () => world?.stop())

const listed = (query: object) => admin.call(listRemoteAccess, { query })

const rowOf = (id: number) =>
  world.db.selectFrom('remote_access').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function create(values: object = {}): Promise<number> {
  const { data } = await admin.call(createRemoteAccess, {
    body: { data: [{ ...entry, device_id: device, ...values }] },
  })
  return data[0]?.id ?? 0
}

test('every new device has its own pages and its own shell, whichever way it came', async () => {
  const added = await admin.call(createDevices, {
    body: {
      data: [
        {
          company_id: company.company_id,
          device_series: 'rut',
          serial: '1234567890',
          mac: '00:1E:42:01:02:03',
          password_confirmation: 'Admin-1234',
        },
      ],
    },
  })
  const enrolled = await startRemoteDevice(world, admin, company)
  for (const id of [added.data[0]?.id ?? 0, enrolled.id]) {
    const { data } = await listed({ device_id: String(id), sort: 'name' })
    const device_status = id === enrolled.id ? 1 : null
    expect(data.map((row) => row.device_status)).toEqual([device_status, device_status])
    expect(data).toMatchObject([
      { name: 'CLI', main: 'cli', is_main: true, protocol: 'ssh', destination_ip: '127.0.0.1', destination_port: 22 },
      {
        name: 'WebUI',
        main: 'webui',
        is_main: true,
        protocol: 'http',
        destination_ip: '127.0.0.1',
        destination_port: 80,
      },
    ])
  }
  enrolled.leave()
})

test('S3.127 S7.59: entries are added, found, changed and deleted, each on a channel that is done already', async () => {
  const made = await admin.call(createRemoteAccess, { body: { data: [{ ...entry, device_id: device }] } })
  const id = made.data[0]?.id ?? 0
  expect(made.status).toBe(201)
  expect((await finished(admin, made.meta.channel)).at(-1)).toMatchObject({
    status: 'completed',
    value: 'PLC-4 added',
  })
  const { data } = await listed({ q: 'plc' })
  expect(data).toMatchObject([
    {
      id,
      device_id: device,
      device_name: 'Crane',
      company_name: 'Harbour',
      has_password: false,
      is_main: false,
      active: 0,
    },
  ])
  const changed = await admin.call(updateRemoteAccess, { params: { access_id: id }, body: { name: 'PLC-5' } })
  expect((await finished(admin, changed.meta.channel)).at(-1)?.value).toBe('PLC-5 changed')
  expect((await listed({ q: 'PLC-5' })).data).toHaveLength(1)
  const gone = await admin.call(deleteRemoteAccess, { body: { id: [id, 999_999] } })
  expect([gone.status, gone.data, gone.errors[0]?.source]).toEqual([207, [{ id }], '999999'])
  expect((await listed({ q: 'PLC-5' })).data).toEqual([])
  const { data: lines } = await admin.call(listAudit, { query: { target: 'remote_access', target_id: id } as never })
  expect(lines.map((line) => line.action)).toEqual(['remote.delete', 'remote.update', 'remote.create'])
})

test('S7.50: the list filters by device, company and protocol, sorts, pages and chooses fields', async () => {
  const other = await makeDevice(world, company, { name: 'Pump' })
  const ids = []
  for (const [port, protocol] of [
    [8080, 'http'],
    [8443, 'https'],
    [2222, 'ssh'],
  ] as const)
    ids.push(await create({ device_id: other, name: `Port-${port}`, destination_port: port, protocol }))
  const of = { device_id: `${other},${device}` }
  expect((await listed({ ...of, sort: '-destination_port' })).data.map((row) => row.destination_port)).toEqual([
    8443, 8080, 2222,
  ])
  expect((await listed({ ...of, protocol: 'ssh' })).data).toHaveLength(1)
  expect((await listed({ ...of, company_id: rival.company_id })).data).toEqual([])
  expect((await listed({ id: ids.join(',') })).meta.total).toBe(3)
  expect((await listed({ ...of, limit: 1, offset: 1, sort: 'destination_port' })).data.map((row) => row.id)).toEqual([
    ids[0],
  ])
  expect((await listed({ ...of, limit: 1, fields: 'name' })).data).toEqual([{ id: ids[2], name: 'Port-2222' }])
  expect((await listed({ fields_only: true })).meta.fields).toContain('destination_ip')
  expect((await listed({ ...of, is_main: true })).data).toEqual([])
})

test('username and password are sealed, never returned, and cleared when the target changes', async () => {
  const id = await create({ name: 'Sealed', username: 'admin', password: 'Very-s3cret' })
  const { credentials } = await rowOf(id)
  expect(credentials?.toString('latin1')).not.toContain('Very-s3cret')
  const { text, data } = await listed({ id: String(id) })
  expect(data[0]?.has_password).toBe(true)
  expect(text).not.toContain('Very-s3cret')
  const change = (body: object) => admin.call(updateRemoteAccess, { params: { access_id: id }, body })
  await change({ name: 'Renamed' })
  expect((await rowOf(id)).credentials).not.toBeNull()
  await change({ destination_ip: '192.168.1.66' })
  expect((await rowOf(id)).credentials).toBeNull()
  await change({ destination_ip: '192.168.1.67', username: 'a', password: 'Very-s3cret' })
  expect((await rowOf(id)).credentials).not.toBeNull()
  await change({ username: null, password: null })
  expect((await rowOf(id)).credentials).toBeNull()
  const audit = await admin.call(listAudit, { query: { limit: 100 } })
  expect(audit.text).not.toContain('Very-s3cret')
})

test('the automatic entries keep their fixed fields', async () => {
  const webui = await makeRemoteAccess(world, company, device, {
    name: 'WebUI',
    destination_ip: '127.0.0.1',
    main: 'webui',
  })
  const change = (body: object) => admin.call(updateRemoteAccess, { params: { access_id: webui }, body })
  expect((await change({ destination_port: 8443, protocol: 'https', credentials_required: true })).status).toBe(200)
  for (const body of [{ name: 'Other' }, { destination_ip: '10.0.0.1' }, { protocol: 'ssh' }]) {
    const { status, errors } = await change(body)
    expect([status, errors[0]?.source]).toEqual([422, Object.keys(body)[0]])
  }
  const { status, errors } = await admin.call(deleteRemoteAccess, { body: { id: [webui] } })
  expect([status, errors[0]?.code]).toEqual([409, 'CONFLICT'])
})

test('an entry moves to another device in reach alone; an empty change and a bad one say so', async () => {
  const id = await create({ name: 'Mover' })
  const theirs = await makeDevice(world, rival)
  const change = (body: object) => admin.call(updateRemoteAccess, { params: { access_id: id }, body })
  expect((await change({ device_id: theirs })).status).toBe(404)
  expect((await change({})).status).toBe(422)
  expect((await change({ destination_ip: 'not an address' })).errors[0]?.source).toBe('destination_ip')
  const pump = await makeDevice(world, company)
  expect((await change({ device_id: pump })).status).toBe(200)
  expect((await rowOf(id)).device_id).toBe(pump)
  const partly = await admin.call(createRemoteAccess, {
    body: {
      data: [
        { ...entry, device_id: device },
        { ...entry, device_id: theirs },
      ],
    },
  })
  expect([partly.status, partly.data.length, partly.errors[0]?.source]).toEqual([207, 1, 'data.1.device_id'])
})

test('the pinned identity of a target is shown and removed', async () => {
  const id = await create({ name: 'Pinned', protocol: 'ssh', destination_port: 22 })
  const asked = () => admin.call(getHostKey, { params: { access_id: id } })
  expect((await asked()).data).toEqual({ kind: 'ssh', host: '192.168.1.10', port: 22, known: null })
  const pin = {
    device_id: device,
    host: '192.168.1.10',
    port: 22,
    kind: 'ssh',
    type: 'ssh-rsa',
    fingerprint: 'SHA256:x',
  }
  await world.db.insertInto('remote_host_keys').values(pin).execute()
  expect((await asked()).data.known).toMatchObject({ type: 'ssh-rsa', fingerprint: 'SHA256:x' })
  expect((await admin.call(forgetHostKey, { params: { access_id: id } })).status).toBe(200)
  expect((await asked()).data.known).toBeNull()
  const { data } = await admin.call(listAudit, { query: { action: 'remote.forget_host_key' } as never })
  expect(data[0]).toMatchObject({ target_id: id, before: { fingerprint: 'SHA256:x' } })
})
