import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeviceTraffic } from '../drivers/driver.ts'
import { welcomedDevice } from '../test/gateway/device.ts'
import { fetchFile } from '../test/gateway/file.ts'
import { openGateway } from '../test/gateway/gateway.ts'
import { createTrafficMeter } from './traffic-meter.ts'

const sum = (counts: readonly DeviceTraffic[], kind: string, way: 'up' | 'down') =>
  counts.filter((one) => one.kind === kind).reduce((total, one) => total + one[way], 0)

test('bytes of the link and of files are counted from the first one on, and all are stored when the gateway stops', async () => {
  const script = randomBytes(100_000)
  const gateway = await openGateway({ script })
  const known = gateway.device()
  await welcomedDevice({ ...known, hello: { caps: ['upgrade-agent'] } })
  const ticket = (await gateway.driver.offerAgent(known.deviceId)) ?? ''
  expect((await fetchFile(known, ticket)).bytes).toHaveLength(script.length)
  expect(gateway.server.traffic).toEqual([])
  await gateway.driver.stop()
  const { traffic } = gateway.server
  expect(new Set(traffic.map(({ deviceId }) => deviceId))).toEqual(new Set([known.deviceId]))
  expect(sum(traffic, 'file', 'down')).toBeGreaterThan(script.length)
  expect(sum(traffic, 'file', 'down')).toBeLessThan(script.length + 20_000)
  expect(sum(traffic, 'link', 'up')).toBeGreaterThan(500)
  expect(sum(traffic, 'link', 'down')).toBeGreaterThan(500)
})

/** A meter over one connection with settable counters, and the traffic it stored. */
function meterOf() {
  const at = { up: 0, down: 0, time: Date.parse('2026-03-10T23:59:30Z') }
  const stored: DeviceTraffic[] = []
  const state = { unavailable: false, close: () => {} }
  const meter = createTrafficMeter({
    every: 1_000_000,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    time: () => at.time,
    async store(counts) {
      if (state.unavailable) throw new Error('the database is unavailable')
      stored.push(...counts)
    },
  })
  const connection = {
    received: () => at.up,
    sent: () => at.down,
    onClose: (listener: () => void) => {
      state.close = listener
    },
  }
  meter.follow(connection, 7, 'link')
  return { at, stored, state, meter }
}

test('a small count is collected for a while, a large one stored with the next look, and the days are those of the bytes', async () => {
  const { at, stored, meter } = meterOf()
  at.up = 1000
  await meter.look()
  at.time += 60_000
  at.up = 1500
  await meter.look()
  expect(stored).toEqual([])
  at.time += 15 * 60_000
  await meter.look()
  const [ninth, tenth] = ['2026-03-10', '2026-03-11'].map((day) => new Date(`${day}T00:00:00Z`))
  expect(stored).toEqual([
    { deviceId: 7, kind: 'link', day: ninth, up: 1000, down: 0 },
    { deviceId: 7, kind: 'link', day: tenth, up: 500, down: 0 },
  ])
  at.down = 100_000
  await meter.look()
  expect(stored.at(-1)).toEqual({ deviceId: 7, kind: 'link', day: tenth, up: 0, down: 100_000 })
})

test('what cannot be stored is kept, also of connections that have ended, and comes once', async () => {
  const { at, stored, state, meter } = meterOf()
  state.unavailable = true
  at.up = 100_000
  await meter.look()
  at.up = 100_500
  state.close()
  await meter.look()
  expect(stored).toEqual([])
  state.unavailable = false
  await meter.stop()
  await meter.stop()
  expect(sum(stored, 'link', 'up')).toBe(100_500)
})
