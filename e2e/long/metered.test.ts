import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { executeCommand } from '@longreach/contract/actions/endpoints'
import { getDevice, updateDevice } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished } from '../../apps/server/src/test/connect.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from '../agent-device.ts'
import { buildNet, canBuildNets, type Net, type Site } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'

const gatewayPort = 15322
/** Seconds. */
const interval = 2
const batch = 12
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
]

describe.skipIf(!canBuildNets)('an agent whose connection is metered', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'metered-'))
  const devices: { id: number; device: Device; site: Site }[] = []
  let net: Net
  let server: TestServer

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lrm', kinds.length)
    server = await startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })
    for (const [index, [shell, client]] of kinds.entries()) {
      const site = net.site(index + 1)
      const root = path.join(tmpdir(), `lrm-device-${index + 1}`)
      const device = makeDevice(site, root, shell, client, { RM_EVERY_BATCH: String(batch) })
      const { id } = enrolledAs(device.paste(await server.installLine()))
      devices.push({ id, device, site })
    }
  }, 120_000)

  afterAll(async () => {
    for (const { device } of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const stored = async (id: number) => new Set((await server.history(id)).map(({ seq }) => seq)).size
  const statusOf = async (id: number) => (await server.admin.call(getDevice, { params: { id } })).data.status
  const say = (id: number, metered: boolean) =>
    server.admin.call(updateDevice, { params: { id }, body: { metered_connection: metered } })

  /** By how many reports the history grows the next time, and when the last of them was taken, in seconds. */
  async function growth(id: number): Promise<{ by: number; taken: number }> {
    const before = await stored(id)
    await until(async () => (await stored(id)) > before, (batch + 10) * 1000)
    const rows = await server.history(id)
    return {
      by: new Set(rows.map(({ seq }) => seq)).size - before,
      taken: Math.max(...rows.map(({ at }) => at)) / 1000,
    }
  }

  test('batches its reports from that moment on', async () => {
    await Promise.all(
      devices.map(async ({ id, device }) => {
        await until(async () => (await stored(id)) > 4, 30_000)
        await say(id, true)
        await until(() => /(^| )keepalive=180 .* batch=360$/.test(device.state('settings')), 10_000)
        const first = await growth(id)
        for (let last = first, round = 0; round < 2; round++) {
          const next = await growth(id)
          expect(next.by).toBeGreaterThanOrEqual(batch / interval - 2)
          expect(next.taken - last.taken).toBeGreaterThan(batch - 2 * interval)
          last = next
        }
      }),
    )
  }, 120_000)

  test('receives settings and answers at once between two batches', async () => {
    for (const { id } of devices) {
      await growth(id)
      const before = await stored(id)
      const started = await server.admin.call(executeCommand, { params: { id }, body: { command: 'echo here' } })
      const last = (await finished(server.admin, started.meta.channel)).at(-1)!
      expect(last.status).toBe('completed')
      expect(await stored(id)).toBe(before)
    }
  }, 120_000)

  test('loses nothing while it is disconnected, and each report keeps its own time', async () => {
    for (const { site } of devices) site.cut()
    await Promise.all(
      devices.map(({ device }) => until(() => !device.state('state').startsWith('link=online'), 3 * batch * 1000)),
    )
    for (const { site } of devices) site.mend()
    await Promise.all(devices.map(({ id }) => until(async () => (await statusOf(id)) === 1, 30_000)))
    for (const { id, device } of devices) {
      await growth(id)
      const rows = await server.history(id)
      const keys = rows.map(({ set, seq }) => `${set} ${seq}`)
      expect(new Set(keys).size).toBe(keys.length)
      const seqs = [...new Set(rows.map(({ seq }) => seq))]
      expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1))
      expect(seqs.length).toBeGreaterThanOrEqual(Number(device.state('acked')))
      const dynamic = rows.filter(({ values }) => 'cpu_load' in values)
      const gaps = dynamic.slice(1).map(({ at }, index) => at - dynamic[index]!.at)
      expect(Math.min(...gaps)).toBeGreaterThan(0)
      // With the time of their arrival, the reports of a batch would have one and the same.
      const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)]
      expect(usual).toBeGreaterThan((interval * 1000) / 2)
      const { data } = await server.admin.call(getDevice, { params: { id } })
      const newest = dynamic.at(-1)!
      expect(data.router_uptime).toBe(newest.values.router_uptime)
    }
  }, 180_000)

  test('sends each report by itself again when it is no longer metered', async () => {
    for (const { id, device } of devices) {
      await say(id, false)
      await until(() => device.state('settings').endsWith('batch=0'), 10_000)
      const kept = Math.max(...(await server.history(id)).map(({ seq }) => seq)) + batch / interval
      await until(async () => (await stored(id)) > kept, 3 * batch * 1000)
      const [one, two] = [await growth(id), await growth(id)]
      // One of two batches would bring more.
      expect(one.by + two.by).toBeLessThanOrEqual(batch / interval - 2)
    }
  }, 120_000)
})
