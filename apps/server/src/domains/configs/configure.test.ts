import { createHash } from 'node:crypto'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import {
  adoptConfigurations,
  compareConfigVersions,
  getConfigVersion,
  overwriteConfigurations,
  previewConfiguration,
  restoreConfigVersion,
} from '@longreach/contract/configs/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  age,
  answer,
  at,
  commandsOf,
  freshBoot,
  heard,
  online,
  reaches,
  read,
  useActionWorld,
} from '../../test/domains/actions.ts'
import {
  applying,
  call,
  configCaps,
  configure,
  readRouter,
  relinks,
  router,
  sends,
  settings,
  stateOf,
  versionsOf,
  wasRead,
} from '../../test/domains/configs.ts'
import { fetched } from '../../test/domains/firmware.ts'
import { until } from '../../test/until.ts'

useActionWorld()

describe('a configuration', () => {
  test('S1.7 is read, previewed, applied, confirmed over a new link and read again', async () => {
    const one = await readRouter()
    const { data: plan } = await at.admin.call(previewConfiguration, {
      body: { device_id: [one.id], calls: [call('10.0.0.9')] },
    })
    expect(plan).toMatchObject({ selected: 1, devices: 1, offline: 0, unread: 0, excluded: [] })
    const lines = plan.differences[0]?.difference.lines.filter(({ kind }) => kind !== 'same') ?? []
    expect(lines.map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
      "removed option ipaddr '10.0.0.1'",
      "added option ipaddr '10.0.0.9'",
      'gap 4 equal lines',
    ])

    const { data } = await configure([one.id], { seconds: 90 })
    const { text, apply } = await applying(one, 2)
    expect(text).toBe("touches network\nset network.lan.ipaddr='10.0.0.9'\n")
    const sum = createHash('sha256').update(text).digest('hex')
    expect(apply).toMatchObject({ command: 'config-apply', arg: `${sum} 90` })
    answer(one.device, apply.id, 'done', 0, 'applied')
    await until(
      async () => (await read(data.id)).targets[0]?.message === 'Applied, waiting for the device to connect with it',
    )
    const back = await relinks(one, `${apply.id} applied`)
    const confirm = await heard(back.device)
    expect(confirm).toMatchObject({ command: 'config-confirm', arg: apply.id })
    answer(back.device, confirm.id, 'done', 0, 'confirmed')
    await sends(back, 2, settings('10.0.0.9'))
    expect((await reaches(data.id, 'done'))[0]?.message).toBe('Configured')

    const [newest, first] = await versionsOf(one.id)
    expect([newest, first]).toMatchObject([
      { seq: 2, reason: 'apply', intended: true, running: true, username: 'admin@example.test' },
      { seq: 1, reason: 'found', intended: false, running: false, username: null },
    ])
    const shown = await at.admin.call(getConfigVersion, { params: { id: newest?.id ?? 0 } })
    expect(shown.data.text).toContain("option ipaddr '10.0.0.9'")
    expect(shown.text).not.toContain('first secret')
    const compared = await at.admin.call(compareConfigVersions, {
      params: { id: newest?.id ?? 0, from: first?.id ?? 0 },
    })
    expect(compared.data).toMatchObject({ added: 1, removed: 1, hidden_only: false })
  })

  test('is sent by more calls at once than there are connections to the database', async () => {
    const one = await readRouter()
    const answers = await Promise.all(Array.from({ length: 13 }, () => configure([one.id])))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('is taken back by its device: the action fails with the reason, and nothing is confirmed', async () => {
    const one = await router()
    const { data } = await configure([one.id])
    const { apply } = await applying(one)
    answer(one.device, apply.id, 'done', 0, 'applied')
    const back = await relinks(one, `${apply.id} undone`)
    // It is asked for the reason.
    expect(await heard(back.device)).toMatchObject({ command: 'config-apply', id: apply.id })
    answer(back.device, apply.id, 'already', 1, 'undone: not confirmed within 120 s')
    expect((await reaches(data.id, 'failed'))[0]?.message).toBe(
      'The device rolled the configuration back: not confirmed within 120 s',
    )
    expect(commandsOf(back.device).map(({ command }) => command)).toEqual(['config-apply'])
  })

  test('is confirmed after a restart of the device, and asked for again after a lost answer', async () => {
    const one = await router()
    const { data } = await configure([one.id])
    const { apply } = await applying(one)
    // Power is cut before the device answers; its record says that it applied the change.
    const back = await relinks(one, `${apply.id} applied`, freshBoot())
    const confirm = await heard(back.device)
    expect(confirm).toMatchObject({ command: 'config-confirm', arg: apply.id })
    // The confirmation arrives, its answer does not.
    const again = await relinks(back, `${apply.id} applied`, back.enrolled.hello.boot)
    expect(await heard(again.device)).toMatchObject({ command: 'config-confirm', id: confirm.id })
    answer(again.device, confirm.id, 'done', 0, 'confirmed')
    await sends(again, 2, settings('10.0.0.9'))
    await reaches(data.id, 'done')
  })

  test('that its device refuses, or that comes too late, changes nothing; one that is never heard of fails', async () => {
    const refusing = await router()
    const first = await configure([refusing.id])
    const { apply } = await applying(refusing)
    answer(refusing.device, apply.id, 'failed', 7, 'line 2: not a line that may be applied')
    expect((await reaches(first.data.id, 'failed'))[0]?.message).toBe(
      'Nothing was changed, the device refused it: line 2: not a line that may be applied',
    )
    const lost = await router()
    const second = await configure([lost.id])
    answer(lost.device, (await applying(lost)).apply.id, 'done', 0, 'applied')
    lost.device.leave()
    await until(async () => (await read(second.data.id)).targets[0]?.state === 'running')
    await age('due_at', second.data.id)
    expect((await reaches(second.data.id, 'failed'))[0]?.message).toMatch(/^Not heard from for .* rolls back by itself/)
  })

  test('is confirmed although its hours have ended in between', async () => {
    const one = await router()
    const { data } = await configure([one.id])
    const { apply } = await applying(one)
    answer(one.device, apply.id, 'done', 0, 'applied')
    await sql`UPDATE actions SET paused = true WHERE id = ${data.id}`.execute(at.world.db)
    const back = await relinks(one, `${apply.id} applied`)
    expect(await heard(back.device)).toMatchObject({ command: 'config-confirm' })
  })
})

test('what a device has is compared with what it is meant to have: adopted, or overwritten', async () => {
  const one = await readRouter()
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', running_seq: 1 })
  await wasRead(one, settings('10.0.0.1', 'other secret'))
  expect(await stateOf(one.id)).toMatchObject({ state: 'drifted', intended_seq: 1, running_seq: 2 })
  const [newest, first] = await versionsOf(one.id)
  const compared = await at.admin.call(compareConfigVersions, {
    params: { id: newest?.id ?? 0, from: first?.id ?? 0 },
  })
  expect(compared.data).toMatchObject({ added: 1, removed: 1, hidden_only: true })
  // Changed back by hand: the same version, not another one.
  await wasRead(one, settings('10.0.0.1'))
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', running_seq: 1 })

  await wasRead(one, settings('10.0.0.2'))
  const { data } = await at.admin.call(overwriteConfigurations, { body: { device_id: [one.id] } })
  const { text, apply } = await applying(one, 5)
  expect(text.split('\n').slice(0, 3)).toEqual(['touches network', 'delete network.lan', "set network.lan='interface'"])
  answer(one.device, apply.id, 'failed', 75, 'another configuration is being applied or waits for its confirmation')
  await reaches(data.id, 'failed')
  expect((await at.admin.call(adoptConfigurations, { body: { device_id: [one.id] } })).data).toEqual([one.id])
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', intended_seq: 3, running_seq: 3 })
  expect((await at.admin.call(adoptConfigurations, { body: { device_id: [one.id] } })).status).toBe(409)
})

test('text that is no configuration is refused, and the action says so', async () => {
  const one = await router()
  const { data } = await at.admin.call(executeAction, { body: { action: 'read_configuration', device_id: [one.id] } })
  expect((await sends(one, 1, 'Segmentation fault')).exit).not.toBe(0)
  expect((await reaches(data.id, 'failed'))[0]?.message).toBe(
    'The device reports the configuration as sent, but did not send it',
  )
  expect(await versionsOf(one.id)).toEqual([])
})

test('an option that is set to nothing is deleted, as uci does', async () => {
  const one = await readRouter()
  const calls = [{ method: 'PUT' as const, path: '/uci/network/lan', request_data: { ipaddr: '' } }]
  const { data } = await at.admin.call(previewConfiguration, { body: { device_id: [one.id], calls } })
  expect(JSON.stringify(data)).not.toMatch(/ipaddr ''/)
  await configure([one.id], { calls })
  expect((await applying(one, 2)).text).toBe('touches network\ndelete network.lan.ipaddr\n')
})

test('values of several lines and bytes that are not UTF-8 are shown, compared and restored as they were', async () => {
  const settingsOf = (lastByte: number, key: string) =>
    Buffer.concat([
      Buffer.from(`package a\n\nconfig cert 'root'\n\toption pem '${key}'\n\toption ssid 'Caf`),
      Buffer.of(lastByte),
      Buffer.from("'\n\n"),
    ])
  const one = await router()
  await wasRead(one, settingsOf(0xe9, 'one\n\napi two\nit'))
  await wasRead(one, settingsOf(0xea, 'one'))
  const [second = 0, first = 0] = (await versionsOf(one.id)).map(({ id }) => id)
  const { data: shown } = await at.admin.call(getConfigVersion, { params: { id: first } })
  expect(shown.text).toContain("\toption ssid 'Caf\\xE9'")
  const { data: difference } = await at.admin.call(compareConfigVersions, { params: { id: second, from: first } })
  expect(difference.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual([
    "\toption pem 'one'",
    "\toption ssid 'Caf\\xEA'",
  ])
  const { data: started } = await at.admin.call(restoreConfigVersion, { params: { id: first }, body: {} })
  const { data: action } = await at.admin.call(getAction, { params: { id: started.id } })
  expect([action.kind, action.title]).toEqual(['roll_back', 'Roll back'])
  const { bytes } = await fetched(one, 3)
  expect(bytes.toString('latin1')).toContain("set a.root.pem='one\n\napi two\nit'\nset a.root.ssid='Caf\xe9'\n")
})

test('files that uci on a device cannot read are named', async () => {
  const one = await router()
  const { data } = await at.admin.call(executeAction, { body: { action: 'read_configuration', device_id: [one.id] } })
  await sends(one, 1, `${settings('10.0.0.1')}# not readable: notes: Parse error\n`, '; not readable: notes, old')
  const target = await reaches(data.id, 'done')
  expect(JSON.stringify(target)).toContain('Configuration read, except files that uci cannot read: notes, old')
})

const nothing = { method: 'PUT', path: '/uci/network/lan', request_data: { notes: '' } }

describe('devices get nothing, and why', () => {
  test.each([
    ['no capability', { caps: ['exec'] }, {}, /does not support/],
    ['no value for a variable', {}, { calls: [call('{{lan_ip}}')] }, /No value for lan_ip$/],
    [
      'a section it does not have',
      {},
      { calls: [{ method: 'DELETE', path: '/uci/network/wan6' }] },
      /No section network.wan6$/,
    ],
    ['the same settings', {}, { calls: [call('10.0.0.1')] }, /already has these settings$/],
    [
      'nothing for an option it does not have',
      {},
      { calls: [call('10.0.0.1'), nothing] },
      /already has these settings$/,
    ],
    [
      'a section of a type that uci cannot find',
      {},
      { calls: [{ method: 'POST', path: '/uci/network', request_data: { '.type': 'a.b' } }] },
      /Call 1: Not a type of sections: a.b$/,
    ],
    [
      'files in place of settings',
      {},
      { calls: [{ method: 'PUT', path: '/files/etc/a', request_data: { content: '1' } }] },
      /Settings of another system$/,
    ],
  ])('%s', async (_, hello, more, message) => {
    const one = await online({ caps: configCaps, backend: 'openwrt', ...hello })
    if (!('caps' in hello)) await wasRead(one, settings('10.0.0.1'))
    const plan = await at.admin.call(previewConfiguration, {
      body: { device_id: [one.id], calls: [call('10.0.0.9')], ...more } as never,
    })
    expect(plan.data).toMatchObject({ selected: 1, devices: 0 })
    expect(plan.data.excluded[0]?.message).toMatch(message)
    const refused = await configure([one.id], more)
    expect([refused.status, refused.errors[0]?.source]).toEqual([422, String(one.id)])
    expect(commandsOf(one.device).filter(({ command }) => command !== 'config-read')).toEqual([])
  })

  test('values that are not those of their file: shortened, without a heading, or for one serial twice', async () => {
    const one = await router()
    const { serial } = one.enrolled.hello
    const refusals = async (csv: string) => {
      const { status, errors } = await at.admin.call(previewConfiguration, {
        body: { device_id: [one.id], calls: [call('{{lan_ip}}')], csv },
      })
      return [status, ...errors.map(({ source, message }) => [source, message])]
    }
    const shortened = (value: string) => `${value} was shortened by a spreadsheet. Format the column as text`
    expect(await refusals(`sep=,\nserial,lan_ip,iccid\n${serial},4.4E+11,\n1,x,8.93702E+18\n`)).toEqual([
      422,
      ['csv', `Line 3: ${shortened('4.4E+11')}`],
      ['csv', `Line 4: ${shortened('8.93702E+18')}`],
    ])
    expect(await refusals(`serial;lan_ip\n${serial};"8,93702E+18"\n${serial};1\n;2\n${serial};3;4\n`)).toEqual([
      422,
      ['csv', `Line 2: ${shortened('8,93702E+18')}`],
      ['csv', 'Line 4: No serial number'],
      ['csv', expect.stringMatching(/^Line 5: 4 is in a column without a heading/)],
    ])
    expect(await refusals(`serial;lan_ip\n${serial};1\n${serial};2\n`)).toEqual([
      422,
      ['csv', 'Line 3: Same serial number as line 2'],
    ])
    expect(await refusals(`serial;lan_ip;lan_ip\n${serial};1;2\n`)).toEqual([
      422,
      ['csv', 'Two columns are for lan_ip: keep one'],
    ])
    expect((await refusals(`lan_ip\n1\n`))[1]).toEqual([
      'csv',
      'The first line has to name the columns, one of them serial',
    ])
  })

  test('a value that would be a line of its own, in a file of values', async () => {
    const one = await router()
    const csv = (value: string) => `serial;lan_ip\n${one.enrolled.hello.serial};${value}\n`
    const plan = (value: string) =>
      at.admin.call(previewConfiguration, {
        body: { device_id: [one.id], calls: [call('{{lan_ip}}')], csv: csv(value) },
      })
    const bad = await plan('"10.0.0.1\ndelete network.lan"')
    expect(bad.data.excluded[0]?.message).toMatch(/Line breaks and control characters/)
    const quoted = await plan(`it's $(reboot)`)
    expect(quoted.data.devices).toBe(1)
    await configure([one.id], { calls: [call('{{lan_ip}}')], csv: csv(`it's $(reboot)`) })
    expect((await applying(one)).text).toContain("set network.lan.ipaddr='it'\\''s $(reboot)'\n")
  })
})
