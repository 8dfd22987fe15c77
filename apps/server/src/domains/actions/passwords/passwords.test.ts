import { executeAction, repeatAction, retryAction } from '@longreach/contract/actions/endpoints'
import {
  downloadPasswords,
  generatePasswords,
  listPasswordDevices,
  listPasswordLists,
  setPasswords,
  uploadPasswords,
} from '@longreach/contract/actions/password-endpoints'
import { getActionTarget, listResults } from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { getDeviceLogs } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { removeExpired } from '../../../module/retention.ts'
import {
  age,
  answer,
  at,
  commandsOf,
  connect,
  freshBoot,
  heard,
  offline,
  online,
  reaches,
  run,
  useActionWorld,
} from '../../../test/domains/actions.ts'
import { makeDevice, makeUser } from '../../../test/world.ts'
import { actionsModule } from '../module.ts'

useActionWorld()

const secret = 'Tr1cky:$HOME*'
const typed = { password: secret, password_confirmation: secret }

const generate = (ids: number[], settings: object = {}, client = at.admin) =>
  client.call(generatePasswords, { body: { device_id: ids, ...settings } })
const set = (ids: number[], more: object = {}, client = at.admin) =>
  client.call(setPasswords, { body: { device_id: ids, ...typed, ...more } })
const upload = (lines: string, body: object = {}, client = at.admin) =>
  client.call(uploadPasswords, { body, files: { file: new File([lines], 'passwords.csv', { type: 'text/csv' }) } })
const download = (id: number, client = at.admin) => client.call(downloadPasswords, { params: { id } })
const devicesOf = async (id: number) =>
  (await at.admin.call(listPasswordDevices, { params: { id }, query: { limit: 100 } })).data
const listOf = async (id: number) =>
  (await at.admin.call(listPasswordLists, { query: { limit: 100 } })).data.find((list) => list.id === id)
const stored = async (action: number) =>
  (
    await sql<{ listed: boolean }>`
      SELECT x.listed FROM action_secrets x JOIN action_targets t ON t.id = x.target_id WHERE t.action_id = ${action}`.execute(
      at.world.db,
    )
  ).rows
const rowsOf = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))

describe('generated passwords', () => {
  test('are stored before they are sent, set, downloaded once and wiped', async () => {
    const one = await online()
    const two = await offline()
    const { data, meta } = await generate([one.id, two.deviceId], { length: 20, use_special: 1 })
    expect(meta.action_id).toBe(data.id)
    expect(await stored(data.id)).toEqual([{ listed: true }, { listed: true }])
    const command = await heard(one.device)
    expect(command).toMatchObject({ command: 'password', arg: expect.stringMatching(/^[\x21-\x7e]{20}$/) })
    answer(one.device, command.id, 'done', 0, `password set to ${command.arg}`)
    await expect.poll(async () => (await devicesOf(data.id)).map(({ status }) => status)).toEqual(['set', 'pending'])
    expect(await listOf(data.id)).toMatchObject({
      generated: true,
      total: 2,
      completed: 1,
      available: true,
      company_name: 'Harbour',
      deleted_at: null,
    })
    const { text, headers } = await download(data.id)
    expect(headers.get('cache-control')).toBe('no-store')
    const rows = rowsOf(text)
    expect(rows.map(([serial]) => serial)).toEqual(['serial', one.enrolled.hello.serial, two.hello.serial])
    expect(rows[1]?.[1]).toBe(command.arg)
    expect((await download(data.id)).status).toBe(409)
    expect(await listOf(data.id)).toMatchObject({ available: false, deleted_at: expect.any(String) })

    // The second device still gets the password from the file; after that no password is stored.
    expect(await stored(data.id)).toEqual([{ listed: false }])
    const back = await connect(two)
    const late = await heard(back)
    expect(late.arg).toBe(rows[2]?.[1])
    expect(late.arg).not.toBe(command.arg)
    answer(back, late.id, 'done', 0)
    await reaches(data.id, 'done')
    expect(await stored(data.id)).toEqual([])
  })

  test('have lower-case and capital letters and digits, the length asked for, and special characters only if asked for', async () => {
    const made = Array.from({ length: 60 }, () => makeDevice(at.world, at.company, { caps: ['password'] }))
    const ids = (await Promise.all(made)).sort((one, other) => one - other)
    const { data } = await at.admin.call(generatePasswords, {
      body: { data: ids.map((id, index) => ({ id, length: 8 + (index % 25), use_special: (index % 2) as 0 | 1 })) },
    })
    const rows = rowsOf((await download(data.id)).text).slice(1)
    expect(new Set(rows.map(([, password]) => password)).size).toBe(60)
    for (const [index, [, password = '']] of rows.entries()) {
      expect(password).toHaveLength(8 + (index % 25))
      for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/]) expect(password).toMatch(kind)
      expect(/[^A-Za-z0-9]/.test(password)).toBe(index % 2 === 1)
      expect(password).not.toMatch(/^[=+\-@']|[;,"\s]/)
    }
  })

  test('are for a filter as well; lengths outside 8 to 32 are refused', async () => {
    const id = await makeDevice(at.world, at.company, { name: 'Filtered pump', caps: ['password'] })
    const { data } = await at.admin.call(generatePasswords, { body: { filter: { q: 'Filtered pump' } } })
    expect((await devicesOf(data.id)).map((device) => device.id)).toEqual([id])
    for (const length of [7, 33])
      expect((await generate([id], { length })).errors).toMatchObject([{ source: 'length' }])
  })
})

describe('a password that was entered', () => {
  test('is on the line to the device and nowhere else: not in the database, answers, logs or the audit log', async () => {
    const { id, device } = await online()
    const { data } = await set([id])
    const command = await heard(device)
    expect(command.arg).toBe(secret)
    // A compromised device may repeat it.
    answer(device, command.id, 'failed', 1, `cannot set ${secret}`)
    const [target] = await reaches(data.id, 'failed')
    const { db } = at.world
    const seen = [
      await at.admin.call(getActionTarget, { params: { id: target!.id } }),
      await at.admin.call(listResults, { query: { action_id: data.id } }),
      await at.admin.call(listAudit, { query: { target: 'action', target_id: data.id } }),
      await at.admin.call(getDeviceLogs, { params: { id }, query: { limit: 100 } }),
      await devicesOf(data.id).catch(() => 'no list'),
      ...(await Promise.all(
        (['actions', 'action_targets', 'action_events', 'audit', 'device_logs', 'events'] as const).map((table) =>
          sql`SELECT to_jsonb(x) FROM ${sql.table(table)} x`.execute(db).then(({ rows }) => rows),
        ),
      )),
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(JSON.stringify(seen[2])).toContain('set_passwords')
    const sealed = await sql<{ sealed: Buffer }>`SELECT sealed FROM action_secrets`.execute(db)
    expect(sealed.rows.some((row) => row.sealed.includes(secret))).toBe(false)
  })

  test('is wiped when the device has it, and can be downloaded only if it was to be shown', async () => {
    const { id, device } = await online()
    const hidden = await set([id])
    answer(device, (await heard(device)).id, 'done', 0)
    await reaches(hidden.data.id, 'done')
    expect(await stored(hidden.data.id)).toEqual([])
    expect((await download(hidden.data.id)).status).toBe(404)
    const shown = await set([id], { show_password: true })
    answer(device, (await heard(device, 2)).id, 'done', 0)
    await reaches(shown.data.id, 'done')
    expect(await listOf(shown.data.id)).toMatchObject({ generated: false, available: true, completed: 1 })
    expect(rowsOf((await download(shown.data.id)).text)[1]?.slice(1, 2)).toEqual([secret])
  })

  test('whose answer is lost may have been set: a retry sends the same', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await set([id], { show_password: true })
    const first = await heard(device)
    device.leave()
    await age('due_at', data.id)
    const [target] = await reaches(data.id, 'failed')
    expect(target?.message).toMatch(/^Device did not answer within .*\. The password may have been set$/)
    expect(await devicesOf(data.id)).toMatchObject([{ id, status: 'unknown' }])
    await at.admin.call(retryAction, { body: { action_id: data.id } })
    const back = await connect(enrolled)
    const second = await heard(back)
    expect(second.arg).toBe(first.arg)
    expect(second.id).not.toBe(first.id)
    answer(back, second.id, 'done', 0)
    await reaches(data.id, 'done')
  })

  test('is sent again to a device that restarted before it answered', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await set([id])
    const first = await heard(device)
    device.leave()
    const back = await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    const again = await heard(back)
    expect([again.id, again.arg]).toEqual([first.id, secret])
    answer(back, again.id, 'done', 0)
    await reaches(data.id, 'done')
  })

  test('the reasons of a device are named', async () => {
    const { id, device } = await online()
    const reasons = {
      3: 'Password not set: the device has no tool that can set it',
      4: 'Password not set: the device refused it',
      5: 'Password not set: it could not be stored on the device',
      6: 'Device did not finish in time. The password may have been set',
      75: 'Password not set: another one is being set',
    }
    for (const [at, [exit, message]] of Object.entries(reasons).entries()) {
      const { data } = await set([id], { show_password: true })
      answer(device, (await heard(device, at + 1)).id, 'failed', Number(exit))
      expect(await reaches(data.id, 'failed')).toMatchObject([{ message, exit_code: Number(exit) }])
      expect(await devicesOf(data.id)).toMatchObject([{ status: exit === '6' ? 'unknown' : 'not_set' }])
    }
  })

  test('has 8 to 32 characters that shells, pages and spreadsheets take, and is entered twice', async () => {
    const id = await makeDevice(at.world, at.company, { caps: ['password'] })
    const both = (password: string) => ({ password, password_confirmation: password })
    for (const bad of ['Short-1', 'x'.repeat(33), 'has a space', 'with,comma', '=1+1+1+1', 'ümlaut-12', 'new\nline-1'])
      expect([bad, (await set([id], both(bad))).errors[0]?.source]).toEqual([bad, 'password'])
    expect((await set([id], { password_confirmation: 'Other-1234' })).errors).toMatchObject([
      { source: 'password_confirmation', message: 'Passwords do not match' },
    ])
    expect((await at.admin.call(setPasswords, { body: { device_id: [id] } })).errors[0]?.source).toBe('password')
    const row = { id, ...typed }
    expect((await at.admin.call(setPasswords, { body: { data: [row, row] } })).status).toBe(422)
    expect((await at.admin.call(setPasswords, { body: { data: [{ ...row, password: 'Other-1234' }] } })).status).toBe(
      422,
    )
  })
})

describe('passwords from a file', () => {
  test('are set on the devices it lists; other lines are reported', async () => {
    const { id, device, enrolled } = await online()
    const { serial } = enrolled.hello
    const foreign = await makeDevice(at.world, at.rival, { serial: 'L-foreign', caps: ['password'] })
    const lines = [
      'Serial;Password',
      `${serial};"${secret}"`,
      'L-unknown;Secret-1234',
      'L-foreign;Secret-1234',
      `${serial};Secret-5678`,
      'L-weak;short',
      '',
    ]
    const { status, data, errors, meta } = await upload(lines.join('\r\n'), { show_password: true })
    expect([status, data]).toEqual([207, [id]])
    expect(data).not.toContain(foreign)
    expect(errors.map(({ source, message }) => `${source} ${message}`).sort()).toEqual([
      '3 Line 3: no device with serial L-unknown',
      '4 Line 4: no device with serial L-foreign',
      `5 Line 5: serial ${serial} is listed twice`,
      '6 Line 6: At least 8 characters',
    ])
    expect((await heard(device)).arg).toBe(secret)
    expect(rowsOf((await download(meta.action_id as number)).text)[1]?.[1]).toBe(secret)
  })

  test('are read as a spreadsheet wrote them; what it shortened is refused', async () => {
    const { id, device, enrolled } = await online()
    const lines = ['sep=;', 'serial;password', `="${enrolled.hello.serial}\u200b"; ${secret}`]
    const more = ['1.1E+09;Secret-1234', 'L-shortened;8.93702E+18', ';;', '"L-open;Secret-1234']
    const file = [...lines, ...more.slice(0, 3)].join('\r\n')
    const { data, errors, status, meta } = await upload(file, { show_password: true })
    expect([status, data]).toEqual([207, [id]])
    expect(errors.map(({ source, message }) => `${source} ${message}`)).toEqual([
      '4 Line 4: 1.1E+09 was shortened by a spreadsheet. Format the column as text',
      '5 Line 5: 8.93702E+18 was shortened by a spreadsheet. Format the column as text',
    ])
    expect((await heard(device)).arg).toBe(secret)
    const query = { separator: ';' as const }
    const listed = await at.admin.call(downloadPasswords, { params: { id: meta.action_id as number }, query })
    expect(listed.text).toContain(`${enrolled.hello.serial};${secret};`)
    const open = await upload([...lines, ...more].join('\r\n'))
    expect([open.status, open.errors[0]?.message]).toEqual([422, 'Line 7: a quotation mark is not closed'])
  })

  test('a file without any is refused', async () => {
    for (const lines of ['', 'serial,password\n']) expect((await upload(lines)).errors[0]?.source).toBe('file')
    expect((await upload('L-unknown,Secret-1234')).status).toBe(404)
    expect((await upload('L-unknown,short')).status).toBe(422)
  })
})

test('passwords are wiped after seven days: what waits is not sent, a retry says why, the list stays as history', async () => {
  const enrolled = await offline()
  const { data } = await generate([enrolled.deviceId])
  await sql`
    UPDATE action_secrets SET created_at = now() - interval '7 days 1 minute'
    WHERE target_id IN (SELECT id FROM action_targets WHERE action_id = ${data.id})`.execute(at.world.db)
  await removeExpired(at.world.db, actionsModule.retention ?? [])
  const device = await connect(enrolled)
  const [target] = await reaches(data.id, 'failed')
  expect(target?.message).toBe('Not sent: the password is no longer stored. Set it again')
  expect(commandsOf(device)).toEqual([])
  expect(await devicesOf(data.id)).toMatchObject([{ status: 'not_set' }])
  expect((await download(data.id)).status).toBe(409)
  await at.admin.call(retryAction, { body: { action_id: data.id } })
  expect((await reaches(data.id, 'failed'))[0]?.message).toBe(target?.message)
})

test('another permission is needed to download than to set; what others set in a company is downloaded by it alone', async () => {
  await makeUser(at.world, 'setter', at.company, 3)
  await makeUser(at.world, 'stranger', at.rival, 2)
  const setter = await at.world.as('setter')
  const stranger = await at.world.as('stranger')
  const id = await makeDevice(at.world, at.company, { caps: ['password'] })
  const { data } = await generate([id], {}, setter)
  expect((await download(data.id, setter)).status).toBe(403)
  expect((await download(data.id, stranger)).status).toBe(404)
  expect((await stranger.call(listPasswordDevices, { params: { id: data.id } })).status).toBe(404)
  expect((await stranger.call(listPasswordLists, {})).data).toEqual([])
  expect((await generate([id], {}, stranger)).status).toBe(404)
  expect((await generate([id], {}, at.viewer)).status).toBe(403)
  // A page of another site could open the address and so use up the list.
  const address = `/api/tasks/${data.id}/download/passwords`
  expect((await at.admin.fetch(address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await download(data.id)).status).toBe(200)
})

test('it is started by its own calls alone, and only where the agent can', async () => {
  const { id, device } = await online()
  const old = await makeDevice(at.world, at.company, { caps: ['exec'] })
  const { errors } = await set([id, old])
  expect(errors).toMatchObject([{ code: 'UNSUPPORTED', source: String(old) }])
  await heard(device)
  const plain = await at.admin.call(executeAction, { body: { action: 'set_password' as never, device_id: [id] } })
  expect(plain.status).toBe(422)
  const { data } = await set([id])
  const repeated = await at.admin.call(repeatAction, { body: { action_id: data.id } })
  expect([repeated.status, repeated.errors[0]?.message]).toEqual([
    409,
    'Passwords and other secret values are not stored for another run. Start it again with them',
  ])
  expect((await run(id, 'true')).status).toBe(200)
})
