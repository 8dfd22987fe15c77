import { setTimeout as delay } from 'node:timers/promises'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../apps/fleet/src/fleet.ts'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import { until } from '../apps/fleet/src/test-server.ts'
import { type InspectedServer, startInspectedServer } from './inspected-server.ts'

/** Bytes per device of V8's heap and external memory, after garbage collection; some 40,000 are usual. */
const atMost = 56_000
const [first, more] = [100, 150]

let server: InspectedServer
let connect: (from: number, to: number) => Promise<void>
const fleets: Fleet[] = []

/**
 * The lowest of readings until none was lower for a while: what is used only while devices connect is released somewhat
 * later.
 */
async function heap(): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let same = 0; same < 20; same++) {
    const read = await server.heap()
    if (read < lowest * 0.999) same = 0
    lowest = Math.min(lowest, read)
    await delay(50)
  }
  return lowest
}

beforeAll(async () => {
  server = await startInspectedServer()
  const { admin, company, gatewayPort, hostKey } = server
  const { data: key } = await admin.call(createEnrolmentKey, {
    body: { company_id: company, uses: first + more },
  })
  const specs = loadFleet(first + more, 1)
  // The first devices initialise what all devices share.
  connect = async (from, to) => {
    const fleet = startFleet({
      server: { host: '127.0.0.1', port: gatewayPort, hostKey },
      specs: specs.slice(from, to),
      credentials: () => ({ key: key.key }),
      retry: { spread: 1 },
      addresses: 20,
      interval: 3600,
    })
    fleets.push(fleet)
    let acknowledged = 0
    await until(() => {
      acknowledged += fleet.stats.take().acknowledged
      return fleet.devices.every((device) => device.online()) && acknowledged >= fleet.devices.length
    }, patience.fleetOnline)
  }
  await connect(0, first)
})

afterAll(async () => {
  for (const fleet of fleets) fleet.stop()
  await server?.stop()
})

test('a connected device costs the server no more memory than it is allowed', async () => {
  const before = await heap()
  await connect(first, first + more)
  const each = ((await heap()) - before) / more
  expect(each).toBeLessThan(atMost)
  // Otherwise nothing was measured.
  expect(each).toBeGreaterThan(atMost / 4)
})
