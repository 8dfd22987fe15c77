import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { executeAction, executeCommand } from '@longreach/contract/actions/endpoints'
import { getAction, getActionTarget } from '@longreach/contract/actions/read-endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished } from '../../apps/server/src/test/connect.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, requestedOffsets, type Shell } from '../agent-device.ts'
import { buildNet, canBuildNets, type Net, type Site } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'
import { makeServerTree } from '../server-tree.ts'

const repository = path.resolve(import.meta.dirname, '../..')
const gatewayPort = 15321
/**
 * Devices that start with the previous agent, which busybox may end in the moment its link starts; and those that do
 * not.
 */
const oldKinds: [Shell, Client][] = [
  ['dash', 'dropbear'],
  ['dash', 'OpenSSH'],
]
const newKinds: [Shell, Client][] = [['busybox ash', 'dropbear']]
/** The last commit whose agent speaks protocol 1 and cannot update itself. */
const before = 'e98817d'
const hasHistory = spawnSync('git', ['-C', repository, 'cat-file', '-e', `${before}^{commit}`]).status === 0

test('the agent rolls back in every way it can be asked to, under every shell', () => {
  const said = spawnSync('sh', [path.join(repository, 'agent/test/run.sh'), 'upgrade-faults.long.sh'], {
    encoding: 'utf8',
  })
  expect(said.stdout.split('\n').filter((line) => line.startsWith('not ok'))).toEqual([])
  expect(said.status).toBe(0)
}, 300_000)

describe.skipIf(!canBuildNets)('agents on hosts of their own behind NAT', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-update-'))
  const dataDir = path.join(folder, 'data')
  const devices: { id: number; device: Device; site: Site; root: string }[] = []
  let net: Net
  let server: TestServer | undefined

  /** The server restarts, from now on with the agent that `make` creates in the folder. */
  async function serve(make: (agent: string) => void) {
    await server?.stop()
    const tree = path.join(folder, `server-${Date.now()}`)
    const { main, agent } = makeServerTree(tree)
    make(agent)
    server = await startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort, main })
  }

  /** The agent of this repository under another version, with lines appended to its parts. */
  const version =
    (name: string, lines = '') =>
    (agent: string) => {
      cpSync(path.join(repository, 'agent'), agent, { recursive: true })
      const main = path.join(agent, 'bin/rm-agent')
      writeFileSync(main, readFileSync(main, 'utf8').replace(/^RM_VERSION=.*$/m, `RM_VERSION=${name}`))
      appendFileSync(path.join(agent, 'lib/99-main.sh'), lines)
    }

  /** One more device, with the agent that is served. */
  async function install(shell: Shell, client: Client) {
    const number = devices.length + 1
    const root = path.join(folder, `device-${number}`)
    const site = net.site(number)
    const settings = { RM_TRIAL_WAIT: '30', RM_TRIAL_STABLE: '3', RM_FETCH_STALL: '4' }
    const device = makeDevice(site, root, shell, client, settings)
    const { id } = enrolledAs(device.paste(await server!.installLine()))
    devices.push({ id, device, site, root })
  }

  const admin = () => server!.admin
  const latest = async (id: number) => (await admin().call(getDevice, { params: { id: String(id) } })).data
  const online = (agent: string) =>
    until(async () => {
      const all = await Promise.all(devices.map(({ id }) => latest(id)))
      return all.every(({ status, link }) => status === 1 && link?.agent === agent)
    }, 30_000).catch((error: Error) => {
      throw new Error(
        [error.message, ...devices.map(({ device }) => `${device.state('state')}\n${device.state('log')}`)].join('\n'),
      )
    })

  /** Updates all of them; returns how each ended. */
  async function update() {
    const ids = devices.map(({ id }) => id)
    const started = await admin().call(executeAction, { body: { action: 'update_agent', device_id: ids } })
    expect([started.status, started.errors]).toEqual([200, []])
    const read = async () => (await admin().call(getAction, { params: { id: started.data.id }, query: {} })).data
    await until(async () => !(await read()).active, 90_000)
    return (await read()).targets.map(({ state, message }) => `${state}: ${message}`)
  }

  /** Every report is stored once, and none is missing in between. */
  async function expectWhole() {
    for (const { id, device } of devices) {
      const acknowledged = Number(device.state('acked'))
      const seqs = (await server!.history(id)).map(({ seq }) => seq)
      expect([...new Set(seqs)]).toHaveLength(seqs.length)
      expect([...seqs].sort((one, other) => one - other).slice(0, acknowledged)).toEqual(
        Array.from({ length: acknowledged }, (_, index) => index + 1),
      )
    }
  }

  beforeAll(async () => {
    chmodSync(folder, 0o711)
    mkdirSync(dataDir, { mode: 0o711 })
    net = buildNet('lru', oldKinds.length + newKinds.length)
  })

  afterAll(async () => {
    for (const { device } of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.skipIf(!hasHistory)(
    'of the protocol before connect, report, run a command, and are brought to this one',
    async () => {
      await serve((agent) => {
        mkdirSync(agent)
        const archive = execFileSync('git', ['-C', repository, 'archive', `${before}:agent`])
        execFileSync('tar', ['-x', '-C', agent], { input: archive })
      })
      for (const kind of oldKinds) await install(...kind)
      await online('1.0.0')
      for (const { id, device } of devices) {
        expect((await latest(id)).link).toMatchObject({ agent: '1.0.0', protocol: 1, agent_offered: null })
        await until(() => Number(device.state('acked')) > 3, 20_000)
        const started = await admin().call(executeCommand, {
          params: { id: String(id) },
          body: { command: 'echo here' },
        })
        const last = (await finished(admin(), started.meta.channel)).at(-1)!
        const { target_id } = last.data as { target_id: number }
        const { data } = await admin().call(getActionTarget, { params: { id: String(target_id) } })
        expect(data).toMatchObject({ exit_code: 0, output: 'here\n' })
      }
      await serve(version('9.0.0'))
      await online('1.0.0')
      for (const { id } of devices) expect((await latest(id)).link?.agent_offered).toBe('9.0.0')
      expect(await update()).toEqual(devices.map(() => 'done: Agent updated to 9.0.0'))
      await online('9.0.0')
      for (const { id } of devices) expect((await latest(id)).link).toMatchObject({ protocol: 2, agent_offered: null })
      await expectWhole()
    },
    180_000,
  )

  test('take the next one in the same process and boot', async () => {
    if (!hasHistory) await serve(version('9.0.0'))
    for (const kind of newKinds) await install(...kind)
    await online('9.0.0')
    await serve(version('9.1.0'))
    await online('9.0.0')
    const kept = () => devices.map(({ device }) => [device.state('pid'), device.state('boot')])
    const was = kept()
    expect(await update()).toEqual(devices.map(() => 'done: Agent updated to 9.1.0'))
    expect(kept()).toEqual(was)
    for (const { root: own } of devices) {
      expect(readFileSync(path.join(own, 'usr/sbin/rm-agent.old'), 'utf8')).toContain('\nRM_VERSION=9.0.0\n')
      expect(existsSync(path.join(own, 'usr/sbin/rm-agent.new'))).toBe(false)
    }
    await online('9.1.0')
    await expectWhole()
  }, 180_000)

  test('resume the download when their network was lost in the middle', async () => {
    // Some seconds long, at the rate files are sent with.
    await serve(version('9.1.5', `# ${'x'.repeat(97)}\n`.repeat(7000)))
    await online('9.1.0')
    const ended = update()
    const come = (root: string) => {
      const more = path.join(root, 'run/rm-agent/upgrade.part')
      return existsSync(more) ? statSync(more).size : 0
    }
    const had = await Promise.all(
      devices.map(async ({ root, site }) => {
        await until(() => come(root) > 50_000, 30_000)
        site.cut()
        return come(root)
      }),
    )
    // The client that receives nothing any more is given up, and another one requests the rest.
    for (const { site } of devices)
      await until(() => requestedOffsets(site).length > 0 && !requestedOffsets(site).includes(0), 30_000)
    for (const { site } of devices) site.mend()
    expect(await ended).toEqual(devices.map(() => 'done: Agent updated to 9.1.5'))
    for (const [index, { device }] of devices.entries()) {
      expect(had[index]).toBeLessThan(700_000)
      expect(device.state('log')).toContain('trying agent 9.1.5')
    }
    await online('9.1.5')
    await expectWhole()
  }, 180_000)

  test('roll back from one that does not run, say why, and accept a better one later', async () => {
    await serve(version('9.2.0', '\nrun_service() {\n\techo "a mistake" >&2\n\texit 3\n}\n'))
    await online('9.1.5')
    expect(await update()).toEqual(
      devices.map(() => 'failed: Device answered: the new agent ended by itself: a mistake'),
    )
    await online('9.1.5')
    await expectWhole()
    await serve(version('9.3.0'))
    await online('9.1.5')
    expect(await update()).toEqual(devices.map(() => 'done: Agent updated to 9.3.0'))
  }, 180_000)
})
