import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listActionLogs } from '@longreach/contract/actions/read-endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { finishUpload, sendPart, startUpload } from '@longreach/contract/files/endpoints'
import { setUpdates } from '@longreach/contract/firmware/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeImage } from '../../apps/server/src/test/domains/files.ts'
import { until } from '../../apps/server/src/test/until.ts'
import {
  type Client,
  type Device,
  enrolledAs,
  makeDevice,
  requestedOffsets,
  type Shell,
  setTool,
} from '../agent-device.ts'
import { buildNet, canBuildNets, type Net, type Site } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'
import { makeChangedServer } from '../server-tree.ts'

const gatewayPort = 15326
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
]
const board = 'longreach,test-board'
const imageBytes = 20 * 1024 ** 2
const partBytes = 8 * 1024 ** 2
/** Bytes at which the link is cut. */
const cutsAt = [4_000_000, 9_000_000, 15_000_000]
/** Bytes of each cut: what had not come to its client, and the start of other connections. */
const mostLost = (64 + 32) * 1024

/** Release file of OpenWrt. */
const ubus = `#!/bin/sh
read -r version <"$RM_ROOT/version"
printf '{"model":"Test board","board_name":"${board}","release":{"distribution":"OpenWrt","description":"OpenWrt %s"}}\\n' "$version"
`

/**
 * Installs an image: another version runs after the restart, of which this program is the last one before. What it is
 * called with, and what is kept, outlives the memory.
 */
const sysupgrade = `#!/bin/sh
echo "$*" >>"$RM_ROOT/calls"
for file; do :; done
case $1 in
	-T) exec grep -q supported_devices "$file" ;;
	-n) cp "$3" "$RM_ROOT/kept.tar.gz" ;;
esac
read -r _ version <"$file"
echo "$version" >"$RM_ROOT/version"
: >"$RM_ROOT/installed"
sleep 600
`

interface Host {
  id: number
  device: Device
  site: Site
  root: string
}

describe.skipIf(!canBuildNets)('firmware on agents behind NAT', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firmware-'))
  const hosts: Host[] = []
  /** How many bytes a device needed for each of an image, without a cut. */
  const whole = new Map<Host, number>()
  let boots = 0
  let net: Net
  let server: TestServer

  // It sends files faster than the product does, so that this test does not take minutes.
  const makeServer = () =>
    makeChangedServer(
      path.join(folder, 'server'),
      'gateway/limits.ts',
      /fileRate: 256 \* 1024/,
      'fileRate: 8 * 1024 * 1024',
    )

  async function install(index: number, [shell, client]: [Shell, Client]) {
    const root = path.join(folder, `device-${index + 1}`)
    const site = net.site(index + 1)
    const device = makeDevice(site, root, shell, client, {
      RM_BACKEND: 'openwrt',
      RM_SYSUPGRADE: path.join(root, 'tools/sysupgrade'),
      RM_FETCH_STALL: '2',
    })
    for (const [name, script] of Object.entries({ ubus, sysupgrade })) setTool(root, name, script)
    writeFileSync(path.join(root, 'version'), '23.05.3\n')
    mkdirSync(path.join(root, 'etc/config'))
    writeFileSync(path.join(root, 'etc/config/network'), 'lan\n')
    const { id } = enrolledAs(device.paste(await server.installLine()))
    hosts.push({ id, device, site, root })
  }

  /** An image of that version for the board, among the files of the server. */
  async function addImage(version: string): Promise<{ id: number; bytes: Buffer }> {
    const content = Buffer.concat([Buffer.from(`VERSION ${version}\n`), randomBytes(imageBytes)])
    const bytes = makeImage({ supported_devices: [board], version: { dist: 'OpenWrt', version } }, content)
    const { admin } = server
    const name = `openwrt-${version}.bin`
    const { data, text } = await admin.call(startUpload, { body: { type: 'firmware', name, size: bytes.length } })
    if (!data) throw new Error(text)
    const params = { id: data.id }
    for (let offset = 0; offset < bytes.length; offset += partBytes)
      await admin.call(sendPart, {
        params,
        query: { offset },
        bytes: new Uint8Array(bytes.subarray(offset, offset + partBytes)),
      })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = await admin.call(finishUpload, { params, body: { sha256 } })
    return { id: file.data.id, bytes }
  }

  const latest = async ({ id }: Host) => (await server.admin.call(getDevice, { params: { id: String(id) } })).data
  const online = (host: Host) => until(async () => (await latest(host)).status === 1, 30_000)

  /** Bytes of IP packets that went through the interface of a device, both ways. */
  function traffic({ site }: Host): number {
    const read = (name: string) => Number(site.read(`/sys/class/net/eth0/statistics/${name}`))
    const ethernet = 14
    return read('rx_bytes') + read('tx_bytes') - ethernet * (read('rx_packets') + read('tx_packets'))
  }

  const staged = ({ root }: Host) => {
    const file = path.join(root, 'run/rm-agent/stage/file')
    return existsSync(file) ? statSync(file).size : 0
  }

  /** The restart at the end of an installation: memory and processes are gone, and settings if they were reset. */
  async function restart({ device, root }: Host, keeps: boolean) {
    await until(() => existsSync(path.join(root, 'installed')), 40_000)
    device.kill('power')
    rmSync(path.join(root, 'installed'))
    if (!keeps) {
      for (const name of ['etc', 'usr', 'lib']) rmSync(path.join(root, name), { recursive: true })
      execFileSync('tar', ['-xzf', path.join(root, 'kept.tar.gz'), '-C', root])
    }
    const digits = String(++boots).padStart(8, '0')
    device.start(`${digits}-1111-2222-3333-444444444444`)
  }

  async function update(file: number, keeps: (host: Host) => boolean) {
    for (const host of hosts) writeFileSync(path.join(host.root, 'calls'), '')
    const data = hosts.map((host) => ({
      id: host.id,
      action: 'update_firmware' as const,
      file_id: file,
      offline: true,
      keep_settings: keeps(host),
    }))
    const started = await server.admin.call(setUpdates, { body: { data } })
    expect([started.status, started.errors]).toEqual([200, []])
  }

  /** How the last action of a device ended. */
  async function ended({ id }: Host): Promise<string> {
    let said = ''
    await until(async () => {
      const { data } = await server.admin.call(listActionLogs, { query: { device_id: String(id), limit: 1 } })
      const [log] = data
      said = `${log?.request_target_state}: ${log?.events.at(-1)?.message}`
      return /^(done|failed):/.test(said)
    }, 40_000).catch((error: Error) => {
      throw new Error(`${error.message}: ${said}`)
    })
    return said
  }

  beforeAll(async () => {
    chmodSync(folder, 0o711)
    mkdirSync(path.join(folder, 'data'), { mode: 0o711 })
    net = buildNet('lrf', kinds.length)
    server = await startServer({
      dataDir: path.join(folder, 'data'),
      gatewayHost: net.serverAddress,
      gatewayPort,
      main: makeServer(),
    })
    for (const [index, kind] of kinds.entries()) await install(index, kind)
    await Promise.all(hosts.map(online))
  }, 120_000)

  afterAll(async () => {
    for (const { device } of hosts) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is fetched with few more bytes than it has, installed, and done when the device reports it', async () => {
    const { id, bytes } = await addImage('23.05.4')
    const before = hosts.map(traffic)
    const keeps = (host: Host) => host === hosts[0]
    await update(id, keeps)
    await Promise.all(
      hosts.map(async (host, index) => {
        await until(() => existsSync(path.join(host.root, 'installed')), 40_000)
        const used = (traffic(host) - (before[index] ?? 0)) / bytes.length
        whole.set(host, used)
        expect(used).toBeGreaterThan(1)
        expect(used).toBeLessThanOrEqual(1.08)
        await restart(host, keeps(host))
        expect(await ended(host)).toBe('done: Firmware is now OpenWrt 23.05.4')
        expect((await latest(host)).firmware).toBe('OpenWrt 23.05.4')
        const file = path.join(host.root, 'run/rm-agent/stage/file')
        const calls = keeps(host)
          ? [`-T ${file}`, file]
          : [`-T -n ${file}`, `-n -f ${path.dirname(file)}/agent.tar.gz ${file}`]
        expect(readFileSync(path.join(host.root, 'calls'), 'utf8').trim().split('\n')).toEqual(calls)
        expect(existsSync(path.join(host.root, 'etc/config/network'))).toBe(keeps(host))
      }),
    )
  })

  test('is fetched through a link that is cut three times, without fetching again what had come', async () => {
    const { id, bytes } = await addImage('23.05.5')
    const before = hosts.map(traffic)
    await update(id, () => true)
    await Promise.all(
      hosts.map(async (host, index) => {
        for (const at of cutsAt) {
          await until(() => staged(host) >= at, 40_000)
          host.site.cut()
          // The client that receives nothing any more is given up, and another one requests the rest.
          let requested: number[] = []
          await until(() => {
            requested = requestedOffsets(host.site)
            return requested.some((offset) => offset >= at)
          }, 20_000)
          expect(requested).toEqual([staged(host)])
          host.site.mend()
        }
        await until(() => existsSync(path.join(host.root, 'installed')), 40_000)
        const lost = traffic(host) - (before[index] ?? 0) - (whole.get(host) ?? 0) * bytes.length
        expect(lost).toBeLessThanOrEqual(cutsAt.length * mostLost)
        await restart(host, true)
        expect(await ended(host)).toBe('done: Firmware is now OpenWrt 23.05.5')
      }),
    )
  })
})
