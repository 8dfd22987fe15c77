import { listAudit } from '@longreach/contract/audit/endpoints'
import { createEnrolmentKey, getDevice, updateDevice, updateDevices } from '@longreach/contract/devices/endpoints'
import { batchCapability } from '@longreach/contract/link/report'
import { getHistory } from '@longreach/contract/monitoring/endpoints'
import { formatTime } from '@longreach/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let admin: TestClient
let key: string
let serial = 6_100_000_000

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 50 } })).data.key
})

afterAll(async () => world?.stop())

async function enrolled(rest: object = {}) {
  const device = await enrolDevice(world.app.gatewayPort as number, key, {
    serial: String(++serial),
    uptime: 100_000,
    caps: [batchCapability],
    ...rest,
  })
  return { ...device, connect: () => connectEnrolled(world.app.gatewayPort as number, device) }
}

const detailsOf = async (id: number) => (await admin.call(getDevice, { params: { id } })).data

test('a device is metered from the moment it is set, and at every welcome; the user is in the audit log', async () => {
  const { deviceId, connect } = await enrolled()
  const link = await connect()
  expect(await link.hear('welcome ')).toMatch(/keepalive=300 .* batch=0$/)
  expect((await detailsOf(deviceId)).metered_connection).toBe(false)
  await admin.call(updateDevice, { params: { id: deviceId }, body: { metered_connection: true } })
  expect(await link.hear('settings ')).toMatch(/^settings spread=1 keepalive=900 dynamic=300 .* batch=1800$/)
  expect(await detailsOf(deviceId)).toMatchObject({ metered_connection: true, status: 1 })
  const { data } = await admin.call(listAudit, { query: { target: 'device', target_id: deviceId } })
  expect(data[0]).toMatchObject({ before: { metered_connection: false }, after: { metered_connection: true } })
  link.leave()
  const next = await connect()
  expect(await next.hear('welcome ')).toMatch(/keepalive=900 .* batch=1800$/)
  next.leave()
})

test('another interval is also sent immediately, another name and unchanged values are not; several devices in one call', async () => {
  const devices = await Promise.all([enrolled(), enrolled(), enrolled({ caps: [] })])
  const links = await Promise.all(devices.map(({ connect }) => connect()))
  const ids = devices.map(({ deviceId }) => deviceId)
  await admin.call(updateDevices, {
    body: { data: ids.map((id) => ({ id, name: `Crane ${id}`, dynamic_monitoring: 300, metered_connection: false })) },
  })
  await admin.call(updateDevices, {
    body: { data: ids.map((id) => ({ id, dynamic_monitoring: 60, metered_connection: true })) },
  })
  const counts = () => links.map(({ lines }) => lines.filter((line) => line.startsWith('settings')).length)
  await until(() => counts()[0] === 1 && counts()[1] === 1)
  expect(await links[0]?.hear('settings ')).toMatch(/^settings spread=1 keepalive=900 dynamic=60 .* batch=1800$/)
  await admin.call(updateDevices, { body: { data: ids.map((id) => ({ id, metered_connection: false })) } })
  await until(() => counts()[0] === 2 && counts()[1] === 2)
  expect(counts()).toEqual([2, 2, 0])
  for (const link of links) link.leave()
})

test('a value that is not boolean is refused', async () => {
  const { deviceId } = await enrolled()
  const body = { metered_connection: 1 } as unknown as { metered_connection: boolean }
  const answer = await admin.call(updateDevice, { params: { id: deviceId }, body })
  expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'metered_connection'])
})

test('reports of a batch have their own times, and the newest of them is the latest state', async () => {
  const { deviceId, hello, connect } = await enrolled()
  const link = await connect()
  link.say('set 1 signal,operator')
  const arrived = Date.now()
  link.say(
    `batch ${hello.boot} 1 6 [[1,1500,-70,"Telia"],[1,1200,0,-71],[1,900,0,-72,1,"BITE"],[1,600],[1,300,0,-73],[1,0,0,-74]]`,
  )
  await link.hear(`ack ${hello.boot} 6`)
  const state = await detailsOf(deviceId)
  expect(state).toMatchObject({ signal: -74, operator: 'BITE' })
  expect(Date.parse(`${state.last_update_at?.replace(' ', 'T')}Z`) / 1000 - arrived / 1000).toBeCloseTo(0, -1)
  const query = {
    start_date: formatTime(new Date(arrived - 3_600_000)),
    end_date: formatTime(new Date(arrived + 60_000)),
    parameters: 'signal,operator',
  }
  const { data } = await admin.call(getHistory, { params: { id: deviceId }, query })
  expect(data.series.signal?.last).toEqual([-70, -71, -72, -72, -73, -74])
  expect(data.changes.operator?.values).toEqual(['Telia', 'BITE'])
  const [first = 0] = data.times
  expect(data.times.map((time) => Math.round((time - first) / 10) * 10)).toEqual([0, 300, 600, 900, 1200, 1500])
  expect(Math.abs(first - (arrived / 1000 - 1500))).toBeLessThan(5)
  link.say(`batch ${hello.boot} 7 7 [[1,4000,-99,"Tele2"]]`)
  await link.hear(`ack ${hello.boot} 7`)
  expect(await detailsOf(deviceId)).toMatchObject({ signal: -74, operator: 'BITE' })
  link.leave()
})
