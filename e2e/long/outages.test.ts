import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDevice, revokeDevice } from '@longreach/contract/devices/endpoints'
import { listOutages } from '@longreach/contract/outages/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from '../agent-device.ts'
import { buildNet, canBuildNets, type Net, type Site } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'

const gatewayPort = 15324
/** Milliseconds: a silent device is offline after one and a half keep-alives of a minute, and then tries again. */
const patience = 180_000
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
  ['busybox ash', 'OpenSSH'],
  ['dash', 'dropbear'],
]

describe.skipIf(!canBuildNets)('why an agent was offline', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outages-'))
  const devices: { id: number; device: Device; site: Site }[] = []
  let net: Net
  let server: TestServer

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lro', kinds.length)
    server = await startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })
    for (const [index, [shell, client]] of kinds.entries()) {
      const site = net.site(index + 1)
      const device = makeDevice(site, path.join(tmpdir(), `lro-device-${index + 1}`), shell, client)
      const { id } = enrolledAs(device.paste(await server.installLine()))
      devices.push({ id, device, site })
    }
    await until(async () => (await statuses()).every((status) => status === 1), 60_000)
  }, 120_000)

  afterAll(async () => {
    for (const { device } of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const statuses = () =>
    Promise.all(devices.map(async ({ id }) => (await server.admin.call(getDevice, { params: { id } })).data.status))
  const outages = () =>
    Promise.all(
      devices.map(async ({ id }) => {
        const { data } = await server.admin.call(listOutages, { params: { id }, query: {} })
        return data.map(({ reason, certain, ended_at }) => ({ reason, certain, over: ended_at !== null }))
      }),
    )

  test('a cut of power, a cut of the cable, a killed agent and a revoked key have their own reason, and no guess is shown as a fact', async () => {
    const [power, cable, killed, revoked] = [devices[0]!, devices[1]!, devices[2]!, devices[3]!]
    // Neither of the first two can say goodbye.
    power.site.cut()
    power.device.kill('power')
    cable.site.cut()
    killed.device.kill()
    await server.admin.call(revokeDevice, { params: { id: revoked.id } })
    await until(async () => (await statuses()).every((status) => status !== 1), patience)
    expect(await outages()).toEqual([
      [{ reason: 'unknown', certain: false, over: false }],
      [{ reason: 'unknown', certain: false, over: false }],
      [{ reason: 'closed', certain: true, over: false }],
      [{ reason: 'revoked', certain: true, over: false }],
    ])

    power.site.mend()
    power.device.start(randomUUID())
    cable.site.mend()
    killed.device.start()
    await until(async () => (await statuses()).slice(0, 3).every((status) => status === 1), patience)
    expect(await outages()).toEqual([
      // A device that crashed would look the same.
      [{ reason: 'power', certain: false, over: true }],
      [{ reason: 'connection', certain: true, over: true }],
      [{ reason: 'closed', certain: true, over: true }],
      [{ reason: 'revoked', certain: true, over: false }],
    ])
  })
})
