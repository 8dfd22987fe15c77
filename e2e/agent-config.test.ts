import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { executeAction } from '@longreach/contract/actions/endpoints'
import {
  adoptConfigurations,
  ignoreDrift,
  listDeviceConfigs,
  overwriteConfigurations,
} from '@longreach/contract/configs/endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from './agent-device.ts'
import { buildNet, canBuildNets, type Net } from './agent-net.ts'
import { startServer, type TestServer } from './agent-server.ts'

const gatewayPort = 15178
/** Milliseconds for what takes a device a few seconds. */
const patience = 60_000
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
]

describe.skipIf(!canBuildNets)('drift of a device without uci', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'agent-config-'))
  const devices: Device[] = []
  let net: Net
  let server: TestServer

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lrd', kinds.length)
    server = await startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })
  })

  afterAll(async () => {
    for (const device of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** A device that looks every second, and whose one file is in the answer's path. */
  async function configurable(number: number, shell: Shell, client: Client) {
    const root = path.join(tmpdir(), `lrd-device-${number}`)
    const device = makeDevice(net.site(number), root, shell, client, { RM_EVERY_CONFIG: '1' })
    devices.push(device)
    const { id } = enrolledAs(device.paste(await server.installLine()))
    const [own, file] = [path.join(root, 'etc/rm-agent'), path.join(root, 'etc/lan')]
    mkdirSync(path.join(own, 'hooks'))
    writeFileSync(path.join(own, 'hooks/reload'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(path.join(own, 'config-files'), '/etc/lan\n')
    writeFileSync(file, 'address 10.0.0.1\n')
    // Its hello names what it can do.
    device.kill()
    device.start()
    const details = async () => (await server.admin.call(getDevice, { params: { id } })).data
    await until(async () => {
      const { status, link } = await details()
      return status === 1 && link?.caps.includes('config')
    }, patience)
    return { id, file }
  }

  test.each(kinds.map(([shell, client], index) => ({ shell, client, number: index + 1 })))(
    '$shell with $client: a file that is changed by hand shows by itself, is overwritten, ignored and adopted',
    async ({ shell, client, number }) => {
      const { id, file } = await configurable(number, shell, client)
      const body = { device_id: [id] }
      const stateOf = async () => (await server.admin.call(listDeviceConfigs, { query: body as never })).data[0]
      const becomes = (expected: object) =>
        until(async () => {
          const state = await stateOf()
          return state && Object.entries(expected).every(([name, value]) => state[name as 'state'] === value)
        }, patience)
      const sums = async () => (await server.history(id)).filter(({ values }) => 'config_sum' in values).length

      await server.admin.call(executeAction, { body: { action: 'read_configuration', ...body } })
      await becomes({ state: 'in_sync', unread: false })
      writeFileSync(file, 'address 10.0.0.2\n')
      // It is read without being asked for.
      await becomes({ state: 'drifted', unread: false, running_seq: 2 })
      await server.admin.call(overwriteConfigurations, { body })
      await becomes({ state: 'in_sync', unread: false, running_seq: 1 })
      expect(readFileSync(file, 'utf8')).toBe('address 10.0.0.1\n')

      writeFileSync(file, 'address 10.0.0.2\n')
      await becomes({ state: 'drifted', unread: false, running_seq: 2 })
      await server.admin.call(ignoreDrift, { body })
      await becomes({ state: 'ignored' })
      writeFileSync(file, 'address 10.0.0.3\n')
      await becomes({ state: 'drifted', unread: false, running_seq: 3 })
      await server.admin.call(adoptConfigurations, { body })
      await becomes({ state: 'in_sync', intended_seq: 3 })
      // One for each change, and for the first unless it was read before: nothing was sent while nothing changed.
      expect(await sums()).toBeLessThanOrEqual(5)
    },
  )
})
