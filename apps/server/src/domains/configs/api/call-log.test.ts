import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  configureDevices,
  configureWithoutReturn,
  createConfigTemplate,
  restoreConfigVersion,
} from '@longreach/contract/configs/endpoints'
import { listConfigLogs, listConfigLogsOfAction } from '@longreach/contract/configs/log-endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  age,
  answer,
  at,
  commandsOf,
  connect,
  freshBoot,
  heard,
  reaches,
  read,
  useActionWorld,
} from '../../../test/domains/actions.ts'
import {
  applying,
  call,
  configCaps,
  configure,
  readRouter,
  router,
  sends,
  settings,
  stateOf,
  versionsOf,
  wasRead,
} from '../../../test/domains/configs.ts'
import { until } from '../../../test/until.ts'
import { makeUser, password } from '../../../test/world.ts'

useActionWorld()

const logs = async (id: number, query: object = {}, client = at.admin) =>
  (await client.call(listConfigLogs, { params: { id }, query: { limit: 100, ...query } })).data

describe('the log of a device', () => {
  test('has each call of a change in its order, with its state', async () => {
    const one = await readRouter()
    const calls = [
      call('10.0.0.9'),
      { method: 'PUT' as const, path: '/uci/network/lan', request_data: { dns: ['{{dns}}'], mtu: null } },
      { method: 'DELETE' as const, path: '/uci/wireless/main' },
    ]
    const csv = `serial;dns\n${one.enrolled.hello.serial};192.0.2.53`
    const { data } = await at.admin.call(configureDevices, { body: { device_id: [one.id], calls, csv } })
    expect(await logs(one.id)).toMatchObject([
      { method: 'PUT', route: '/uci/network/lan', response_code: null, duration: null },
      { request_message: '{"dns":["192.0.2.53"],"mtu":null}', request_hidden: false },
      { method: 'DELETE', route: '/uci/wireless/main', request_message: null, action_name: String(data.id) },
    ])
    const { apply } = await applying(one, 2)
    answer(one.device, apply.id, 'failed', 7, 'refused by uci: Entry not found')
    await reaches(data.id, 'failed')
    const [first, second, third] = await logs(one.id)
    expect(first).toMatchObject({
      device_id: one.id,
      display_name: 'Configure',
      request_message: '{"ipaddr":"10.0.0.9"}',
      request_state: 'failed',
      response_code: 7,
      response_message: 'Nothing was changed, the device refused it: refused by uci: Entry not found',
      username: 'admin@example.test',
    })
    expect(first?.duration).toBeGreaterThanOrEqual(first?.execution_duration ?? 99)
    expect(new Set([first, second, third].map((row) => row?.request_id)).size).toBe(3)

    await configure([one.id], { calls: [call('10.0.0.8')] })
    expect((await logs(one.id)).map(({ request_message }) => request_message)).toEqual([
      '{"ipaddr":"10.0.0.8"}',
      '{"ipaddr":"10.0.0.9"}',
      '{"dns":["192.0.2.53"],"mtu":null}',
      null,
    ])
    const oldest = await logs(one.id, { sort: 'created_at', limit: 1 })
    expect(oldest).toMatchObject([{ method: 'DELETE' }])
    expect(await logs(one.id, { request_state: 'failed' })).toHaveLength(3)
    const params = { id: one.id, action_name: data.id }
    expect((await at.admin.call(listConfigLogsOfAction, { params })).meta).toMatchObject({ total: 3 })
  })

  test('has a restore as a whole', async () => {
    const again = await router()
    for (const address of ['10.0.0.1', '10.0.0.2']) await wasRead(again, settings(address))
    const [, older] = await versionsOf(again.id)
    await at.admin.call(restoreConfigVersion, { params: { id: older?.id ?? 0 }, body: {} })
    expect(await logs(again.id)).toMatchObject([{ method: null, route: null, request_message: null }])
  })

  test('shows no secret, whether the option, the line of a file or the variable is named like one', async () => {
    const one = await router()
    const key = (value: string) => ({
      method: 'PUT' as const,
      path: '/uci/wireless/main',
      request_data: { key: value, ssid: '{{guest_password}}', note: '{{note}}' },
    })
    const csv = `serial;guest_password;note\n${one.enrolled.hello.serial};opens-gate;for staff`
    await at.admin.call(configureDevices, { body: { device_id: [one.id], calls: [key('opens-door')], csv } })
    const files = await router({ backend: 'linux' })
    await at.admin.call(configureDevices, {
      body: {
        device_id: [files.id],
        calls: [
          {
            method: 'PUT',
            path: '/files/etc/hostapd/hostapd.conf',
            request_data: { content: 'ssid=Harbour\nwpa_passphrase=opens-hatch\n' },
          },
        ],
      },
    })
    expect(await logs(one.id)).toMatchObject([
      { request_message: '{"key":"••••••","ssid":"••••••","note":"for staff"}', request_hidden: true },
    ])
    expect(await logs(files.id)).toMatchObject([
      { request_message: '{"content":"ssid=Harbour\\nwpa_passphrase=••••••\\n"}', request_hidden: true },
    ])
    const { rows } = await sql`SELECT calls::text FROM config_targets`.execute(at.world.db)
    expect(JSON.stringify(rows)).not.toContain('opens-')
  })

  test('of another company is not there, nor that of an action on another device', async () => {
    const [one, other] = [await router(), await router()]
    const { data } = await configure([one.id])
    await makeUser(at.world, 'rival', at.rival, 2)
    const rival = await at.world.as('rival')
    expect(await rival.call(listConfigLogs, { params: { id: one.id } })).toMatchObject({ status: 404 })
    const params = { id: other.id, action_name: data.id }
    expect(await at.admin.call(listConfigLogsOfAction, { params })).toMatchObject({ status: 404 })
    expect(await logs(one.id, {}, at.viewer)).toHaveLength(1)
  })
})

describe('a change without return', () => {
  const keepers = [...configCaps, 'config-keep']
  const calls = [call('10.0.0.9')]
  const keep = (id: number, body: object = { calls }, client = at.admin) =>
    client.call(configureWithoutReturn, { params: { id }, body })

  test('is refused until the user has confirmed the own password', async () => {
    const one = await router({ caps: keepers })
    expect(await keep(one.id)).toMatchObject({ status: 423 })
    expect(await logs(one.id)).toEqual([])
    await at.admin.call(confirmPassword, { body: { password } as never })
    expect(await keep(one.id)).toMatchObject({ status: 200, data: { devices: 1 } })
    const { data } = await at.admin.call(listAudit, { query: { action: 'configs.configure_without_return', limit: 1 } })
    expect(data[0]?.sentence).toContain('started a change of the configuration of')
    expect(data[0]?.sentence).toContain('that the device never rolls back')
  })

  test('is done once the device has applied it: nothing is confirmed, and what it has is read', async () => {
    const one = await router({ caps: keepers })
    await wasRead(one, settings('10.0.0.1'))
    const { data } = await keep(one.id)
    const { apply } = await applying(one, 2)
    expect(apply.arg).toMatch(/^[0-9a-f]{64} 0$/)
    answer(one.device, apply.id, 'done', 0, 'applied')
    await sends(one, 4, settings('10.0.0.9'))
    expect((await reaches(data.id, 'done'))[0]?.message).toBe('Configured')
    expect(commandsOf(one.device).map(({ command }) => command)).toEqual([
      'config-read',
      'fetch',
      'config-apply',
      'config-read',
    ])
    expect(await versionsOf(one.id)).toMatchObject([{ reason: 'apply', intended: true, running: true }, { seq: 1 }])
    expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync' })
  })

  test('is not sent twice by a lost answer or a restart: the device says what became of it', async () => {
    const one = await router({ caps: keepers })
    const { data } = await keep(one.id)
    const { apply } = await applying(one)
    one.device.leave()
    const enrolled = { ...one.enrolled, hello: { ...one.enrolled.hello, boot: freshBoot() } }
    const back = { ...one, enrolled, device: await connect(enrolled) }
    expect(await heard(back.device)).toMatchObject({ command: 'config-apply', id: apply.id })
    answer(back.device, apply.id, 'already', 0, 'confirmed')
    await sends(back, 2, settings('10.0.0.9'))
    await reaches(data.id, 'done')
  })

  test('is applied although its device is not heard of again, and is settled at its next contact', async () => {
    const one = await router({ caps: keepers })
    const { data } = await keep(one.id)
    const { apply } = await applying(one)
    const targetOf = async () => (await read(data.id)).targets[0]
    const offline = (id: number) =>
      until(async () => {
        const { rows } = await sql`SELECT FROM device_session WHERE device_id = ${id} AND NOT open`.execute(at.world.db)
        return rows.length === 1
      })
    const late = async () => {
      await offline(one.id)
      await age('due_at', data.id)
    }
    // The device disconnects before its answer has arrived.
    one.device.leave()
    await late()
    await until(async () => (await targetOf())?.message.startsWith('Sent. The device has not connected') === true)
    const back = { ...one, device: await connect(one.enrolled) }
    expect(await heard(back.device)).toMatchObject({ command: 'config-apply', id: apply.id })
    answer(back.device, apply.id, 'already', 0, 'confirmed')
    await heard(back.device, 2)
    // And again before it has sent its configuration.
    back.device.leave()
    await late()
    await until(async () => (await targetOf())?.message === 'Applied. The device has not connected since')
    expect((await targetOf())?.state).toBe('running')
    const third = { ...one, device: await connect(one.enrolled) }
    await sends(third, 1, settings('10.0.0.9'))
    await reaches(data.id, 'done')

    const other = await router({ caps: keepers })
    const second = await keep(other.id)
    answer(other.device, (await applying(other)).apply.id, 'done', 0, 'applied')
    await heard(other.device, 3)
    other.device.leave()
    await offline(other.id)
    await age('expires_at', second.data.id)
    await age('due_at', second.data.id)
    expect((await reaches(second.data.id, 'done'))[0]?.message).toBe('Applied. The device has not connected since')
  })

  test('takes one device of the own company, with an agent that can keep it', async () => {
    const old = await router()
    expect(await keep(old.id)).toMatchObject({ status: 422, errors: [{ code: 'UNSUPPORTED' }] })
    const one = await router({ caps: keepers })
    const two = { calls, device_id: [one.id, old.id] }
    expect(await keep(one.id, two)).toMatchObject({ status: 422 })
    expect(await keep(one.id, { calls, seconds: 0 })).toMatchObject({ status: 422 })
    expect(await keep(one.id, {})).toMatchObject({ status: 422, errors: [{ message: 'Name a template, or calls' }] })
    expect(await configure([one.id, old.id], { seconds: 0 })).toMatchObject({ status: 422 })
    const body = { company_id: at.company.company_id, name: 'Kept', version: '1.0.0', template: calls } as never
    const { data } = await at.admin.call(createConfigTemplate, { body })
    expect(await keep(one.id, { template_id: data.id })).toMatchObject({ status: 200 })
    await makeUser(at.world, 'stranger', at.rival, 2)
    const stranger = await at.world.as('stranger')
    await stranger.call(confirmPassword, { body: { password } as never })
    expect(await keep(one.id, { calls }, stranger)).toMatchObject({ status: 404 })
  })
})
