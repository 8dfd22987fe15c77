import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  assignMonitoringTemplate,
  createMonitoringTemplate,
  deleteMonitoringTemplate,
  getCustomData,
  listAssignedTemplates,
  listTemplateLogs,
  testMonitoringTemplate,
  updateMonitoringTemplate,
} from '@longreach/contract/monitoring/template-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../apps/server/src/test/until.ts'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from '../agent-device.ts'
import { buildNet, canBuildNets, type Net } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'

const gatewayPort = 15179
/** Milliseconds for what takes a device a few seconds. */
const patience = 60_000
const kinds: [Shell, Client][] = [
  ['busybox ash', 'dropbear'],
  ['dash', 'OpenSSH'],
]

const data = [
  {
    url: '/proc/loadavg',
    variables: [
      { id: 'load', ref: '1/1', type: 'number' as const },
      {
        id: 'doubled',
        ref: '1/5',
        type: 'integer' as const,
        transform: { evaluator: 'bash' as const, eval_var: 'value', expression: 'echo $((value - value + 42))' },
      },
      { id: 'word', ref: '1/1', type: 'boolean' as const },
    ],
  },
  { url: '/proc/meminfo', variables: [{ id: 'total', ref: 'MemTotal', filter: '[0-9]+', type: 'integer' as const }] },
]
const runaway = [
  {
    url: '/proc/loadavg',
    variables: [
      {
        id: 'endless',
        type: 'string' as const,
        transform: { evaluator: 'bash' as const, eval_var: 'v', expression: 'while :; do :; done' },
      },
      { id: 'load', ref: '1/1', type: 'number' as const },
    ],
  },
]

describe.skipIf(!canBuildNets)('templates on a device', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'agent-templates-'))
  const devices: Device[] = []
  let net: Net
  let server: TestServer

  const start = () => startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lrp', kinds.length)
    server = await start()
  })

  afterAll(async () => {
    for (const device of devices) device.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each(kinds.map(([shell, client], index) => ({ shell, client, number: index + 1 })))(
    '$shell with $client: measured, transformed and stored, over kills of both sides and a cut link; a runaway expression is ended and said',
    async ({ shell, client, number }) => {
      const root = path.join(tmpdir(), `lrp-device-${number}`)
      const device = makeDevice(net.site(number), root, shell, client, {
        RM_EVERY_TEMPLATE: '1',
        RM_EVERY_DYNAMIC: '600',
      })
      devices.push(device)
      const { id } = enrolledAs(device.paste(await server.installLine()))
      const company_id =
        (await server.admin.call(listAssignedTemplates, { query: { device_id: id } })).data[0]?.company_id ?? 0
      const values = async () => (await server.admin.call(getCustomData, { params: { id }, query: {} })).data
      const logs = async () =>
        (await server.admin.call(listTemplateLogs, { query: { device_id: id } })).data.flatMap(({ log }) => log)
      /** Something was measured after now. */
      const goesOn = async () => {
        const before = (await values()).length
        await until(async () => (await values()).length >= before + 2, patience)
      }

      const tested = await server.admin.call(testMonitoringTemplate, { body: { device_id: id, data } })
      expect(tested.data.values).toMatchObject([
        { id: 'load', value: expect.any(Number), problem: null },
        { id: 'doubled', value: 42, problem: null },
        { id: 'word', value: null, problem: expect.stringContaining('is not of type boolean') },
        { id: 'total', value: expect.any(Number), problem: null },
      ])

      const made = await server.admin.call(createMonitoringTemplate, {
        body: { company_id, name: `Load ${number}`, period: 60, enabled: true, data },
      })
      const template = { params: { id: made.data.id } }
      await server.admin.call(assignMonitoringTemplate, { ...template, body: { device_id: [id] } })
      await until(async () => (await values()).length > 0, patience)
      const [{ data: measured } = { data: {} }] = await values()
      expect(measured).toMatchObject({
        '/proc/loadavg': { load: expect.any(Number), doubled: 42 },
        '/proc/meminfo': { total: expect.any(Number) },
      })
      expect(await logs()).toContainEqual(expect.stringMatching(/loadavg.*word.*is not of type boolean/))

      if (number === 1) {
        device.kill()
        device.start()
        await goesOn()
        server.kill()
        server = await start()
      } else {
        device.kill('power')
        device.start()
        await goesOn()
        // A link that is cut: what was measured meanwhile arrives later.
        net.site(number).cut()
        await until(() => !device.state('state').includes('link=online'), patience)
        net.site(number).mend()
      }
      await goesOn()

      // Another content: the device gets it over its open link.
      await server.admin.call(updateMonitoringTemplate, { ...template, body: { data: runaway } })
      await until(async () => (await logs()).some((line) => /endless.*ended after 2 s/.test(line)), patience)
      expect(device.state('log')).toMatch(/the expression of parameter \d+ was ended after 2 s/)
      await until(async () => {
        const [newest] = await values()
        return newest?.data['/proc/loadavg']?.doubled === undefined && newest?.data['/proc/loadavg']?.load !== undefined
      }, patience)

      await server.admin.call(deleteMonitoringTemplate, template)
      expect(await values()).toEqual([])
      await until(() => !device.state('settings').includes('templates='), patience)
      // The rest goes on.
      await until(async () => (await server.history(id)).some((row) => 'cpu_load' in row.values), patience)
    },
  )
})
