import { listBackups } from '@longreach/contract/configs/backup-endpoints'
import {
  createConfigTemplate,
  deleteConfigTemplate,
  getConfigTemplate,
  listConfigTemplates,
  previewConfigTemplate,
  updateConfigTemplate,
  useConfigTemplate,
} from '@longreach/contract/configs/endpoints'
import { hiddenValue } from '@longreach/contract/configs/secrets'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { answer, at, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { fetched } from '../../test/domains/firmware.ts'
import { makeCompany, makeUser, type Place } from '../../test/world.ts'

useActionWorld()

const calls = [
  { method: 'PUT' as const, path: '/uci/network/lan', request_data: { ipaddr: '{{lan_ip}}', hostname: '{{name}}' } },
  { method: 'PUT' as const, path: '/uci/wireless/main', request_data: { key: 'first secret', ssid: 'Harbour' } },
]
let count = 0
const template = (more: object = {}) => ({
  company_id: at.company.company_id,
  name: `Depot ${++count}`,
  version: '1.0.0',
  template: calls,
  ...more,
})
const create = async (more: object = {}, client = at.admin) =>
  client.call(createConfigTemplate, { body: template(more) as never })
const details = async (id: number, client = at.admin) => client.call(getConfigTemplate, { params: { id } })

describe('a template', () => {
  test('S6.59: is created only with create_multi_configuration, which lists backups, too', async () => {
    expect((await create()).status).toBe(201)
    expect((await at.admin.call(listBackups)).status).toBe(200)
    expect((await create({}, at.viewer)).status).toBe(403)
    expect((await at.viewer.call(listBackups)).status).toBe(403)
  })

  test('S7.54 is found by a picker, with the fields it asks for', async () => {
    const { data } = await create({ name: 'Kiosk WAN', version: '3.0.1' })
    const query = { q: 'kiosk wan', limit: 100, fields: 'id,name,version' } as const
    const { data: found } = await at.admin.call(listConfigTemplates, { query })
    expect(found).toEqual([{ id: data.id, name: 'Kiosk WAN', version: '3.0.1' }])
    const unknown = await at.admin.call(listConfigTemplates, { query: { fields: 'id,colour' } })
    expect([unknown.status, unknown.errors[0]?.source]).toEqual([422, 'fields'])
  })

  test('S3.108 is listed with version, firmware and limits, and found by name', async () => {
    const firmware = { firmware: 'RUTX 7.6', min_firmware: 'RUTX_R_00.07.06', max_firmware: 'RUTX_R_00.07.15' }
    const { data, status } = await create({ name: 'Depot WAN', version: '2.1.0', ...firmware })
    expect(status).toBe(201)
    const found = await at.admin.call(listConfigTemplates, { query: { q: 'depot wan' } })
    expect(found.data).toMatchObject([
      { id: data.id, name: 'Depot WAN', version: '2.1.0', ...firmware, calls_count: 2, variables: ['lan_ip', 'name'] },
    ])
    expect((await at.viewer.call(createConfigTemplate, { body: template() as never })).status).toBe(403)
  })

  test.each([
    ['a version of another form', { version: '1.0' }, 'version'],
    ['no version', { version: undefined }, 'version'],
    ['a saved configuration with a version', { kind: 'saved' }, 'version'],
    [
      'calls of two systems',
      { template: [calls[0], { method: 'PUT', path: '/files/etc/a', request_data: { content: '' } }] },
      'template',
    ],
    [
      'a path outside of the files',
      { template: [{ method: 'PUT', path: '/files/../etc/shadow', request_data: { content: '' } }] },
      'template.0.path',
    ],
    ['more calls than allowed', { template: Array.from({ length: 101 }, () => calls[0]) }, 'template'],
    [
      'a line break in a value',
      { template: [{ ...calls[0], request_data: { ipaddr: '1\ndelete network.lan' } }] },
      'template.0.request_data',
    ],
  ])('with %s is refused', async (_, more, source) => {
    const refused = await create(more)
    expect([refused.status, refused.errors[0]?.source]).toEqual([422, source])
  })

  test('never shows its secrets, and keeps those that a change repeats as hidden', async () => {
    const { data } = await create()
    const shown = await details(data.id)
    expect(shown.text).not.toContain('first secret')
    expect(shown.data.template[1]?.request_data).toEqual({ key: hiddenValue, ssid: 'Harbour' })
    const [first, second] = shown.data.template
    const changed = [first, { ...second, request_data: { key: hiddenValue, ssid: 'Depot' } }]
    const body = { template: changed, version: '1.0.1' } as never
    expect((await at.admin.call(updateConfigTemplate, { params: { id: data.id }, body })).status).toBe(200)

    const one = await online({ caps: ['config', 'fetch'], backend: 'openwrt', name: 'Tug' })
    const csv = `serial,lan_ip\n${one.enrolled.hello.serial},10.7.0.1\n`
    const started = await at.admin.call(useConfigTemplate, {
      params: { id: data.id },
      body: { device_id: [one.id], csv },
    })
    expect(started.status).toBe(200)
    const { bytes, id } = await fetched(one)
    expect(bytes.toString()).toBe(
      [
        'touches network wireless',
        "set network.lan.ipaddr='10.7.0.1'",
        "set network.lan.hostname='Tug'",
        "set wireless.main.key='first secret'",
        "set wireless.main.ssid='Depot'",
        '',
      ].join('\n'),
    )
    answer(one.device, id, 'failed', 5, 'content')
    await heard(one.device)
  })

  test.each([
    ['a list of addresses', (serial: string) => `serial;lan_ip;dns\n${serial};9.9.9.9,149.112.112.112;x\n`],
    ['the hint of a separator', (serial: string) => `sep=;\r\nserial;lan_ip\r\n${serial};9.9.9.9,149.112.112.112\r\n`],
    ['marks for text', (serial: string) => `\ufeffSerial\u200b;lan_ip\n="${serial}";="9.9.9.9,149.112.112.112"\n`],
  ])('takes values with %s from a file', async (_, fileOf) => {
    const { data } = await create()
    const one = await online({ caps: ['config', 'fetch'], backend: 'openwrt', name: 'Tug' })
    const body = { device_id: [one.id], csv: fileOf(one.enrolled.hello.serial) }
    const plan = await at.admin.call(previewConfigTemplate, { params: { id: data.id }, body })
    expect(plan.errors).toEqual([])
    expect(JSON.stringify(plan.data.differences[0]?.difference)).toContain(`'9.9.9.9,149.112.112.112'`)
  })

  test('is applied only within its limits of firmware, and not without a value for each variable', async () => {
    const firmware = (version: string) => ({ caps: ['config', 'fetch'], backend: 'rutos' as const, firmware: version })
    const devices = [
      await online(firmware('RUTX_R_00.07.05')),
      await online(firmware('RUTX_R_00.07.10')),
      await online(firmware('RUTX_R_00.07.24')),
      await online(firmware('OpenWrt 23.05')),
    ]
    const { data } = await create({ min_firmware: 'RUTX_R_00.07.06', max_firmware: 'RUTX_R_00.07.15' })
    const plan = await at.admin.call(previewConfigTemplate, {
      params: { id: data.id },
      body: { device_id: devices.map(({ id }) => id) },
    })
    expect(plan.data).toMatchObject({ selected: 4, devices: 0 })
    const reasons = plan.data.excluded.flatMap(({ devices }) => devices.map(({ message }) => message))
    expect(reasons.map((reason) => reason.replace(/^.*?(has|No)/, '$1')).sort()).toEqual([
      'No value for lan_ip',
      'has firmware of another kind: OpenWrt 23.05',
      'has newer firmware: RUTX_R_00.07.24',
      'has older firmware: RUTX_R_00.07.05',
    ])
    expect(plan.data.variables).toEqual([
      { name: 'lan_ip', of_device: false },
      { name: 'name', of_device: true },
    ])
  })

  test('has a name and version of its own, and is gone when it is deleted', async () => {
    const { data } = await create({ name: 'Twice' })
    const again = await create({ name: 'twice' })
    expect([again.status, again.errors[0]?.source]).toEqual([409, 'name'])
    expect((await create({ name: 'Twice', version: '1.1.0' })).status).toBe(201)
    expect((await at.admin.call(deleteConfigTemplate, { params: { id: data.id } })).status).toBe(200)
    expect((await details(data.id)).status).toBe(404)
  })
})

describe('of a company above', () => {
  let below: Place
  let client: TestClient

  beforeAll(async () => {
    below = await makeCompany(at.world, 'Berth', at.company)
    await makeUser(at.world, 'berth', below, 2)
    client = await at.world.as('berth')
  })

  test('it is used where it is shared, and changed by its own company alone', async () => {
    const shared = (await create({ shared: true })).data.id
    const own = (await create()).data.id
    const listed = await client.call(listConfigTemplates, { query: { limit: 100 } })
    expect(listed.data.map(({ id }) => id)).toContain(shared)
    expect(listed.data.map(({ id }) => id)).not.toContain(own)
    expect([(await details(shared, client)).status, (await details(own, client)).status]).toEqual([200, 404])
    const change = { params: { id: shared }, body: { name: 'Mine' } as never }
    expect((await client.call(updateConfigTemplate, change)).status).toBe(404)
    expect((await client.call(deleteConfigTemplate, { params: { id: shared } })).status).toBe(404)
  })
})
