import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { loadFleet } from '../../apps/fleet/src/spec.ts'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

/** `KILLS` makes it longer. */
const kills = Number(process.env.KILLS ?? 5)
const devices = 100
let server: MortalServer
let fleet: Fleet

beforeAll(async () => {
  server = await startMortalServer()
  const ready = server.ready()
  const admin = await signIn(ready.url, 'admin@longreach.test', 'Longreach-demo-1')
  const { data: companies } = await admin.call(listCompanies)
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.id ?? 0, uses: devices } })
  fleet = startFleet({
    server: { host: '127.0.0.1', port: ready.gatewayPort, hostKey: ready.hostKey },
    specs: loadFleet(devices, 11),
    credentials: () => ({ key: data.key }),
    interval: 1,
    retry: { spread: 1, max: 2 },
  })
})

afterAll(async () => {
  fleet?.stop()
  await server?.end()
})

test(`after ${kills} kills of server and database together nothing acknowledged is lost and nothing is doubled`, async () => {
  let acknowledged = 0
  const count = () => {
    acknowledged += fleet.stats.take().acknowledged
    return acknowledged
  }
  for (let kill = 0; kill < kills; kill++) {
    const before = count()
    await until(() => count() > before + devices * 3, 60_000)
    // Somewhere within the second in which the next reports come.
    await delay((kill * 137) % 1000)
    await server.kill()
    count()
    await server.start()
  }
  const before = count()
  await until(() => count() > before + devices * 3, 60_000)
  fleet.stop()
  count()

  const client = new pg.Client({ host: path.join(server.dataDir, 'socket'), user: 'longreach', database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(`
    WITH stored AS (SELECT device_id, boot, seq, set_id, count(*) AS copies FROM history GROUP BY 1, 2, 3, 4),
      boots AS (SELECT device_id, boot, count(DISTINCT seq) AS kept, max(seq) AS last, min(seq) AS first FROM stored GROUP BY 1, 2)
    SELECT (SELECT count(DISTINCT (device_id, boot, seq)) FROM stored) AS reports,
      (SELECT count(*) FROM stored WHERE copies > 1) AS doubled,
      (SELECT coalesce(sum(last - first + 1 - kept), 0) FROM boots) AS missing,
      (SELECT coalesce(sum(refused_count), 0) FROM device_state) AS refused,
      (SELECT count(*) FROM device_logs WHERE code IN (10, 12, 204)) AS unknown`)
  await client.end()
  const { reports, ...faults } = rows[0] ?? {}
  expect(faults).toEqual({ doubled: '0', missing: '0', refused: '0', unknown: '0' })
  expect(Number(reports)).toBeGreaterThanOrEqual(acknowledged)
})
