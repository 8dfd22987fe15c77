import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { executeCommand } from '@longreach/contract/actions/endpoints'
import { getActionTarget } from '@longreach/contract/actions/read-endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { getAvailability, listOutages } from '@longreach/contract/outages/endpoints'
import { createRemoteAccess } from '@longreach/contract/remote/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enter, finished, openLink, visit } from '../apps/server/src/test/connect.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from './agent-device.ts'
import { buildNet, canBuildNets, missingForNets, type Net, run, type Site } from './agent-net.ts'
import { type Stored, startServer, type TestServer } from './agent-server.ts'
import { isRoot } from './tools.ts'

const gatewayPort = 15177
/** Seconds. */
const interval = 2
/** How long the server is suspended before it is killed, in seconds. */
const frozen = 2 * interval
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['busybox ash', 'OpenSSH'],
  ['dash', 'dropbear'],
  ['dash', 'OpenSSH'],
]

/** Polls until the answer is neither undefined nor false; fails with the last one after `within` seconds. */
async function eventually<T>(what: string, within: number, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + within * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`not within ${within} s: ${what}`)
    await delay(100)
  }
}

/** Busy and all ticks of the machine since boot, as the agent counts them. */
function cpuTicks(): { busy: number; all: number } {
  const ticks = run('sed', '-n', 's/^cpu  *//p', '/proc/stat').split(' ').slice(0, 8).map(Number)
  const all = ticks.reduce((sum, tick) => sum + tick, 0)
  return { all, busy: all - ticks[3]! - ticks[4]! }
}

function memory(name: string): number {
  return Number(run('sed', '-n', `s/^${name}: *\\([0-9]*\\) kB/\\1/p`, '/proc/meminfo')) * 1024
}

test.runIf(process.env.CI)('CI has what the agent is tested with', () => {
  expect({ root: isRoot, missing: missingForNets }).toEqual({ root: true, missing: [] })
})

describe.skipIf(!canBuildNets)('the agent on hosts of its own behind NAT', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'agent-e2e-'))
  const devices: { id: number; device: Device; site: Site }[] = []
  let net: Net
  let server: TestServer

  const start = () => startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })
  const dynamic = (rows: Stored[]) => rows.filter((row) => 'cpu_load' in row.values)

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lrt', kinds.length)
    server = await start()
  })

  afterAll(async () => {
    for (const { device } of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function latest(id: number) {
    const { data } = await server.admin.call(getDevice, { params: { id: String(id) } })
    return data
  }

  /** Nothing acknowledged is missing, nothing is stored twice, and the timeline has no gap. */
  function expectWhole(rows: Stored[], acknowledged: number) {
    const keys = rows.map((row) => `${row.set} ${row.seq}`)
    expect(new Set(keys).size).toBe(keys.length)
    const seqs = [...new Set(rows.map((row) => row.seq))]
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1))
    expect(seqs.length).toBeGreaterThanOrEqual(acknowledged)
    const times = dynamic(rows).map((row) => row.at)
    const holes = times.slice(1).map((time, index) => (time - times[index]!) / 1000)
    // A report's time is its arrival minus its age, in whole seconds: what came while the server was suspended arrived
    // when it resumed. A tick of the agent is added.
    expect(Math.max(...holes)).toBeLessThanOrEqual(interval + frozen + 2)
  }

  test.each(kinds.map(([shell, client], index) => ({ shell, client, number: index + 1 })))(
    '$shell with $client enrols by the pasted line and is online within 5 s',
    async ({ shell, client, number }) => {
      const site = net.site(number)
      const device = makeDevice(site, path.join(tmpdir(), `lrt-device-${number}`), shell, client)
      const line = await server.installLine()
      const pasted = Date.now()
      const said = device.paste(line)
      const { id } = enrolledAs(said)
      expect(said).toContain(`online at ${net.serverAddress}:${gatewayPort}`)
      devices.push({ id, device, site })
      const online = await eventually('online', 5, async () => (await latest(id)).status === 1)
      expect(online).toBe(true)
      expect(Date.now() - pasted).toBeLessThan(5000)
      expect((await latest(id)).link?.address).toBe(net.address)
    },
  )

  test('an install command that cannot work says why, and an enrolled device stays enrolled', async () => {
    const { id, device } = devices[0]!
    const line = await server.installLine()
    const otherKey = line.replaceAll(
      /AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{10}/g,
      'AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAA',
    )
    expect(() => device.paste(otherKey)).toThrow('the agent could not be fetched')
    expect(() => device.paste(line.replace(/= [0-9a-f]{64} /, `= ${'0'.repeat(64)} `))).toThrow('create a new one')
    const wrongSecret = line.replace(/(\.)[A-Za-z0-9]{32}; r=/, `$1${'x'.repeat(32)}; r=`)
    expect(() => device.paste(wrongSecret)).toThrow('not enrolled: Device could not be verified (code 12')
    const after = Date.now()
    await eventually('reports after the failed attempts', 20, async () =>
      (await server.history(id)).some((row) => row.at > after + 1000),
    )
  })

  test('its values are those of the host', async () => {
    expect(devices).toHaveLength(kinds.length)
    for (const { id, site } of devices) {
      const counter = (name: string) => Number(site.read(`/sys/class/net/eth0/statistics/${name}`))
      const before = { rx: counter('rx_bytes'), tx: counter('tx_bytes'), at: Date.now() }
      const report = await eventually('a report measured after the look', 15, async () =>
        dynamic(await server.history(id)).findLast((row) => row.at > before.at + 1000),
      )
      const after = { rx: counter('rx_bytes'), tx: counter('tx_bytes') }
      const { values } = report
      expect(values['port_rx_bytes.eth0']).toBeGreaterThanOrEqual(before.rx)
      expect(values['port_rx_bytes.eth0']).toBeLessThanOrEqual(after.rx)
      expect(values['port_tx_bytes.eth0']).toBeGreaterThanOrEqual(before.tx)
      expect(values['port_tx_bytes.eth0']).toBeLessThanOrEqual(after.tx)
      expect(values['port_state.eth0']).toMatch(/^up/)
      expect(Object.keys(values).filter((name) => name.startsWith('port_rx_bytes.'))).toEqual(['port_rx_bytes.eth0'])
      expect(values.wan_ip).toBe(
        run('ip', '-n', site.space, '-br', '-4', 'addr', 'show', 'eth0').match(/[\d.]+(?=\/)/)?.[0],
      )
      expect(values.wan_state).toBe('Wired')
      expect(values.ram_total).toBe(memory('MemTotal'))
      expect(Math.abs((values.ram_free as number) - memory('MemAvailable'))).toBeLessThan(memory('MemTotal') * 0.1)
      expect(Math.abs((values.router_uptime as number) - Number(site.read('/proc/uptime').split('.')[0]))).toBeLessThan(
        10,
      )
      // The agent measures once an hour what does not change; the first time may come after other reports.
      const { serial, mac, parameters } = await eventually('its kernel', 15, async () => {
        const row = await latest(id)
        return row.parameters.kernel === undefined ? undefined : row
      })
      expect(mac).toBe(site.read('/sys/class/net/eth0/address').toUpperCase())
      expect(serial).toMatch(/^L-[0-9a-f]{12}$/)
      expect(parameters.kernel).toBe(run('uname', '-r'))
    }
  })

  test('its CPU load is that of the machine', async () => {
    const { id } = devices[0]!
    const seqs = async () => dynamic(await server.history(id)).map((row) => row.seq)
    const next = async () => {
      const known = (await seqs()).length
      await eventually('the next report', 10, async () => (await seqs()).length > known)
    }
    await next()
    const from = cpuTicks()
    const known = (await seqs()).length
    for (let report = 0; report < 5; report++) await next()
    const to = cpuTicks()
    const own = (100 * (to.busy - from.busy)) / (to.all - from.all)
    const said = dynamic(await server.history(id)).slice(known)
    const mean = said.reduce((sum, row) => sum + (row.values.cpu_load as number), 0) / said.length
    expect(Math.abs(mean - own)).toBeLessThan(15)
  })

  test('each runs a command from the console, behind its NAT', async () => {
    for (const { id, site } of devices) {
      const command = 'cat /sys/class/net/eth0/address; exit 3'
      const started = await server.admin.call(executeCommand, { params: { id: String(id) }, body: { command } })
      const last = (await finished(server.admin, started.meta.channel)).at(-1)!
      const { target_id } = last.data as { target_id: number }
      const { data } = await server.admin.call(getActionTarget, { params: { id: String(target_id) } })
      expect(data).toMatchObject({ exit_code: 3, output: `${site.read('/sys/class/net/eth0/address')}\n` })
    }
  })

  test('a page that only the device can reach is opened through each of them', async () => {
    for (const { id, site } of devices) {
      const folder = mkdtempSync(path.join(tmpdir(), 'page-'))
      writeFileSync(path.join(folder, 'index.html'), `<title>${site.space}</title>`)
      const httpd = site.start('busybox', 'httpd', '-f', '-p', '127.0.0.1:8080', '-h', folder)
      try {
        const entry = { name: 'Page', destination_ip: '127.0.0.1', destination_port: 8080, protocol: 'http' } as const
        const made = await server.admin.call(createRemoteAccess, { body: { data: [{ ...entry, device_id: id }] } })
        const { link } = await openLink(server.admin, made.data[0]!.id)
        const { origin, cookie } = await enter(link)
        const page = await visit(`${origin}/`, { headers: { cookie } })
        expect(page.text).toBe(`<title>${site.space}</title>`)
      } finally {
        httpd.kill()
        rmSync(folder, { recursive: true, force: true })
      }
    }
  })

  test.each([1, 2])(
    'kill -9 of server and database together loses nothing acknowledged and doubles nothing (%i)',
    async () => {
      // Reports pile up in front of a suspended server; it is killed at the moment the first device receives the
      // acknowledgement of one of them.
      server.freeze()
      await delay(frozen * 1000)
      const heard = () => devices.map(({ device }) => device.state('acked')).join()
      const before = heard()
      server.thaw()
      const deadline = Date.now() + 10_000
      while (heard() === before && Date.now() < deadline) await delay(0)
      server.kill()
      const acknowledged = devices.map(({ device }) => Number(device.state('acked')))
      const measured = devices.map(({ device }) => Number(device.state('seq')))
      await eventually('reports measured meanwhile', 30, async () =>
        devices.every(({ device }, index) => Number(device.state('seq')) >= measured[index]! + 3),
      )
      server = await start()
      for (const [index, { id, device }] of devices.entries()) {
        const waited = Number(device.state('seq'))
        const rows = await eventually('the spool to be emptied', 30, async () => {
          const found = await server.history(id)
          return found.at(-1) && found.at(-1)!.seq >= waited && found
        })
        expectWhole(rows, acknowledged[index]!)
      }
      // No device is blamed, and what it is not known for does not count in its availability.
      const outages = await Promise.all(
        devices.map(async ({ id }) => (await server.admin.call(listOutages, { params: { id }, query: {} })).data[0]),
      )
      expect(outages.filter((outage) => outage?.reason === 'server').length).toBeGreaterThan(0)
      for (const [index, outage] of outages.entries()) {
        if (outage?.reason !== 'server') continue
        expect(outage).toMatchObject({ certain: true, likely: [] })
        const { data } = await server.admin.call(getAvailability, { params: { id: devices[index]!.id } })
        expect(data.periods.map(({ started_at }) => started_at)).not.toContain(outage.started_at)
      }
    },
  )

  test('a cut link closes its gap from the spool', async () => {
    const { id, device, site } = devices[1]!
    const neighbour = devices[2]!
    const before = Number(device.state('seq'))
    site.cut()
    await eventually('the agent to notice', 30, async () => device.state('state').includes('no acknowledgement'))
    await eventually('reports measured meanwhile', 30, async () => Number(device.state('seq')) >= before + 6)
    const unsent = Number(device.state('seq'))
    expect(Number(device.state('acked'))).toBeLessThan(unsent)
    site.mend()
    const rows = await eventually('the spool to be emptied', 60, async () => {
      const found = await server.history(id)
      return found.at(-1)!.seq >= unsent && found
    })
    expectWhole(rows, unsent)
    expectWhole(await server.history(neighbour.id), Number(neighbour.device.state('acked')))
  })
})
