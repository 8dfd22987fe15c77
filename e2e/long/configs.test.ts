import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { listActionLogs } from '@longreach/contract/actions/read-endpoints'
import { listBackups, restoreBackup } from '@longreach/contract/configs/backup-endpoints'
import { configureDevices, listConfigVersions, listDeviceConfigs } from '@longreach/contract/configs/endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../apps/server/src/test/domains/files.ts'
import { uploadFile } from '../../apps/server/src/test/files.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from '../agent-device.ts'
import { buildNet, canBuildNets, type Net, run, type Site } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'
import { makeChangedServer } from '../server-tree.ts'

const gatewayPort = 15327
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
]
/** After so many seconds a device takes back what was not confirmed: less than the product allows. */
const takenBackAfter = 8

/** The name by which devices know the server. */
const gatewayHost = 'gateway.longreach.test'

/** "ifup" of these devices: address, gateway, name server and firewall, from one file. */
const reload = `#!/bin/sh
ADDRESS= GATEWAY= RESOLVER= NEW=accept
. "$RM_ROOT/etc/site.conf"
ip addr flush dev eth0 && ip addr add "$ADDRESS" dev eth0 && ip route replace default via "$GATEWAY" onlink dev eth0 || exit 1
printf 'nameserver %s\\noptions timeout:1 attempts:1\\n' "$RESOLVER" >/etc/resolv.conf
nft delete table ip own 2>/dev/null
[ "$NEW" = accept ] || nft add table ip own
[ "$NEW" = accept ] || nft add chain ip own out '{ type filter hook output priority 0; }'
[ "$NEW" = accept ] || nft add rule ip own out ct state new drop
exit 0
`

interface Host {
  id: number
  device: Device
  site: Site
  root: string
  /** Second and third number of its network. */
  net: string
}

/** A name server that knows one address. */
async function startNames(address: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, '../name-server.ts'), [address])
  await once(child, 'message')
  return child
}

describe.skipIf(!canBuildNets)('configurations of agents behind NAT', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'configs-'))
  const hosts: Host[] = []
  let net: Net
  let names: ChildProcess
  let server: TestServer

  // Its changes are taken back sooner, so that this test does not take minutes.
  const makeServer = () =>
    makeChangedServer(
      path.join(folder, 'server'),
      'domains/configs/apply.ts',
      /const seconds = options\.seconds \?\?.*/,
      `const seconds = ${takenBackAfter}`,
    )

  const site = (host: Pick<Host, 'net'>, more = '') =>
    `ADDRESS=10.78.${host.net}.2/24\nGATEWAY=10.78.${host.net}.1\nRESOLVER=${net.serverAddress}\n${more}`

  async function install(index: number, [shell, client]: [Shell, Client]) {
    const root = path.join(folder, `device-${index + 1}`)
    const place = net.site(index + 1)
    // `ip netns exec` mounts it over that of this machine.
    const own = path.join('/etc/netns', place.space)
    mkdirSync(own, { recursive: true })
    writeFileSync(path.join(own, 'resolv.conf'), `nameserver ${net.serverAddress}\n`)
    const device = makeDevice(place, root, shell, client, { RM_BACKEND: 'linux' })
    for (const tool of ['ip', 'nft']) {
      const file = path.join(root, 'tools', tool)
      rmSync(file, { force: true })
      symlinkSync(run('sh', '-c', `command -v ${tool}`), file)
    }
    const etc = path.join(root, 'etc/rm-agent')
    mkdirSync(path.join(etc, 'hooks'), { recursive: true })
    writeFileSync(path.join(etc, 'hooks/reload'), reload, { mode: 0o755 })
    writeFileSync(path.join(etc, 'config-files'), '/etc/site.conf\n')
    writeFileSync(path.join(root, 'etc/site.conf'), site({ net: String(index + 1) }))
    const { id } = enrolledAs(device.paste(await server.installLine()))
    hosts.push({ id, device, site: place, root, net: String(index + 1) })
  }

  const online = ({ id }: Host) =>
    until(async () => (await server.admin.call(getDevice, { params: { id: String(id) } })).data.status === 1, 30_000)
  const settings = ({ root }: Host) => readFileSync(path.join(root, 'etc/site.conf'), 'utf8')

  async function change(host: Host, content: string) {
    const { status, errors } = await server.admin.call(configureDevices, {
      body: {
        device_id: [host.id],
        calls: [{ method: 'PUT', path: '/files/etc/site.conf', request_data: { content } }],
      },
    })
    expect([status, errors]).toEqual([200, []])
  }

  /** How the last action of a device ended. */
  async function ended({ id }: Host): Promise<string> {
    let said = ''
    await until(async () => {
      const { data } = await server.admin.call(listActionLogs, { query: { device_id: String(id), limit: 1 } })
      said = `${data[0]?.request_target_state}: ${data[0]?.events.at(-1)?.message}`
      return /^(done|failed):/.test(said)
    }, 60_000).catch((error: Error) => {
      throw new Error(`${error.message}: ${said}`)
    })
    return said
  }

  beforeAll(async () => {
    chmodSync(folder, 0o711)
    mkdirSync(path.join(folder, 'data'), { mode: 0o711 })
    net = buildNet('lrc', kinds.length)
    names = await startNames(net.serverAddress)
    server = await startServer({
      dataDir: path.join(folder, 'data'),
      gatewayHost,
      gatewayPort,
      main: makeServer(),
    })
    for (const [index, kind] of kinds.entries()) await install(index, kind)
    await Promise.all(hosts.map(online))
    const device_id = hosts.map(({ id }) => id)
    await server.admin.call(executeAction, { body: { action: 'read_configuration', device_id } })
    for (const host of hosts) expect(await ended(host)).toBe('done: Configuration read')
  }, 120_000)

  afterAll(async () => {
    for (const { device } of hosts) device.remove()
    for (const { site } of hosts) rmSync(path.join('/etc/netns', site.space), { recursive: true, force: true })
    net?.remove()
    names?.kill()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('with another address it connects with it, is confirmed, and is what the device is meant to have', async () => {
    await Promise.all(
      hosts.map(async (host) => {
        const other = site(host).replace('.2/24', '.9/24')
        await change(host, other)
        expect(await ended(host)).toBe('done: Configured')
        expect(settings(host)).toBe(other)
        const { data } = await server.admin.call(listConfigVersions, { query: { device_id: host.id } })
        expect(data.map(({ seq, reason, intended }) => [seq, reason, intended])).toEqual([
          [2, 'apply', true],
          [1, 'found', false],
        ])
        await change(host, site(host))
        expect(await ended(host)).toBe('done: Configured')
      }),
    )
  })

  type Broken = (host: Host) => string
  const gateway: Broken = (host) => site(host, `GATEWAY=10.78.${host.net}.77\n`)
  const address: Broken = (host) => site(host, 'ADDRESS=10.99.0.2/24\n')
  const established: Broken = (host) => site(host, 'NEW=drop\n')
  const silent: Broken = (host) => site(host, `RESOLVER=${net.serverAddress.replace(/\d+$/, '99')}\n`)
  const unusable: Broken = () => 'ADDRESS=\n'

  test.each([
    ['a gateway that is not there, or an address of another network', [gateway, address]],
    [
      'a firewall that only lets established connections live, or a file the system cannot use',
      [established, unusable],
    ],
    ['a name server that does not answer', [silent, silent]],
  ])('with %s a device takes back what it had, in time', async (_, broken) => {
    await Promise.all(
      hosts.map(async (host, index) => {
        const before = settings(host)
        const startedAt = performance.now()
        await change(host, broken[index]?.(host) ?? '')
        expect(await ended(host)).toMatch(/^failed: The device rolled the configuration back: /)
        expect(settings(host)).toBe(before)
        expect((performance.now() - startedAt) / 1000).toBeLessThan(takenBackAfter + 10)
      }),
    )
    const device_id = hosts.map(({ id }) => id)
    const { data } = await server.admin.call(listDeviceConfigs, { query: { device_id: device_id as never } })
    expect(data.map(({ state, running_seq }) => [state, running_seq])).toEqual([
      ['in_sync', 3],
      ['in_sync', 3],
    ])
  })

  test('a backup of its own is restored; one whose content cuts it off is taken back', async () => {
    /** Restores a backup that says too little of what it is of, or is of this device. */
    async function restore(host: Host, id: number) {
      const { status, errors } = await server.admin.call(restoreBackup, {
        params: { id },
        body: { device_id: [host.id], other_firmware: true },
      })
      expect([status, errors]).toEqual([200, []])
    }
    await Promise.all(
      hosts.map(async (host) => {
        const before = settings(host)
        await server.admin.call(executeAction, { body: { action: 'download_backup', device_id: [host.id] } })
        expect(await ended(host)).toMatch(/^done: /)
        const { data } = await server.admin.call(listBackups, { query: { device_id: host.id } })
        await change(host, site(host).replace('.2/24', '.9/24'))
        expect(await ended(host)).toBe('done: Configured')
        await restore(host, data[0]?.id ?? 0)
        expect(await ended(host)).toBe('done: Backup restored')
        expect(settings(host)).toBe(before)

        const content = { 'etc/site.conf': established(host), 'etc/shadow': 'root::0:0' }
        const bytes = new Uint8Array(makeBackup(content))
        await restore(host, await uploadFile(server.admin, { type: 'config', bytes }))
        expect(await ended(host)).toMatch(/^failed: The device rolled the configuration back: /)
        expect(settings(host)).toBe(before)
      }),
    )
  })
})
