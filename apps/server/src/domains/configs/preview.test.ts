import { configureDevices, previewConfiguration } from '@longreach/contract/configs/endpoints'
import { deleteDevices } from '@longreach/contract/devices/endpoints'
import { expect, test } from 'vitest'
import { at, commandsOf, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { applying, call, configure, readRouter, router } from '../../test/domains/configs.ts'

useActionWorld()

const calls = [
  {
    method: 'PUT',
    path: '/uci/network/lan',
    request_data: { ipaddr: '10.0.0.9', gateway: null, dns: ['9.9.9.9', '1.1.1.1'] },
  },
  { method: 'PUT', path: '/uci/wireless/main', request_data: { key: 'next secret', ssid: 'key=1' } },
  { method: 'POST', path: '/uci/firewall', request_data: { '.type': 'rule', target: 'ACCEPT' } },
  { method: 'DELETE', path: '/uci/network/wan6' },
] as never

const preview = async (device_id: number[], change: unknown = calls) => {
  const answer = await at.admin.call(previewConfiguration, { body: { device_id, calls: change as never } })
  return { ...answer.data, text: answer.text }
}

test('of a device that was not read lists everything that is sent to it, without secrets', async () => {
  const one = await router()
  const plan = await preview([one.id])
  expect(plan).toMatchObject({ devices: 1, unread: 1 })
  const [difference] = plan.differences
  expect(difference).toMatchObject({ device_id: one.id, state: 'unknown', difference: { added: 7, removed: 3 } })
  const lines = difference?.difference.lines.map(({ text }) => text) ?? []
  expect(lines).toEqual([
    "set network.lan.ipaddr='10.0.0.9'",
    'delete network.lan.gateway',
    'delete network.lan.dns',
    "add_list network.lan.dns='9.9.9.9'",
    "add_list network.lan.dns='1.1.1.1'",
    "set wireless.main.key='••••••'",
    "set wireless.main.ssid='key=1'",
    'add firewall rule',
    "set firewall.@rule[-1].target='ACCEPT'",
    'delete network.wan6',
  ])
  expect(plan.text).not.toContain('next secret')
  expect(commandsOf(one.device)).toHaveLength(0)

  // The device gets these lines, and before two of them one that lets an option exist that may not.
  await at.admin.call(configureDevices, { body: { device_id: [one.id], calls } })
  const { text } = await applying(one)
  const sent = text.replace('next secret', '••••••').trim().split('\n')
  expect(sent.filter((line) => !line.endsWith("='-'"))).toEqual(['touches firewall network wireless', ...lines])
})

test('is of each device what is known of it', async () => {
  const [known, unknown] = [await readRouter(), await router()]
  const { differences } = await preview([known.id, unknown.id], [call('10.0.0.9')])
  expect(
    differences.map(({ device_id, state, difference }) => [device_id, state, difference.added, difference.removed]),
  ).toEqual([
    [known.id, 'known', 1, 1],
    [unknown.id, 'unknown', 1, 0],
  ])
})

test('of a device with files has each line of the files that are replaced', async () => {
  const one = await online({ caps: ['config', 'fetch'], backend: 'linux' })
  const content = 'address 10.0.0.9\npassword next\n'
  const { differences, text } = await preview(
    [one.id],
    [{ method: 'PUT', path: '/files/etc/network/interfaces', request_data: { content } }],
  )
  expect(differences[0]?.state).toBe('unknown')
  expect(differences[0]?.difference.lines.map((line) => `${line.kind} ${line.text}`)).toEqual([
    'added # /etc/network/interfaces',
    'added address 10.0.0.9',
    'added password ••••••',
  ])
  expect(text).not.toContain('next')
})

test('names devices that were deleted or moved out of reach since; applying names them and sends them nothing', async () => {
  const [stays, deleted, moved] = [await router(), await router(), await router()]
  const ids = [stays.id, deleted.id, moved.id]
  expect((await preview(ids, [call('10.0.0.9')])).missing).toEqual([])
  await at.admin.call(deleteDevices, { body: { device_id: [deleted.id] } })
  await at.world.db.updateTable('devices').set(at.rival).where('id', '=', moved.id).execute()
  expect(await preview(ids, [call('10.0.0.9')])).toMatchObject({ devices: 1, missing: [deleted.id, moved.id] })

  const started = await configure(ids)
  expect(started.data.devices).toBe(1)
  const gone = started.errors.map(({ code, source }) => [code, source])
  expect(gone).toEqual([
    ['NOT_FOUND', String(deleted.id)],
    ['NOT_FOUND', String(moved.id)],
  ])
  await heard(stays.device)
  expect([deleted, moved].flatMap(({ device }) => commandsOf(device))).toEqual([])
  expect((await configure([deleted.id, moved.id])).status).toBe(404)
})
