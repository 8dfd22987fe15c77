import { buffer } from 'node:stream/consumers'
import { listActions } from '@longreach/contract/actions/read-endpoints'
import {
  adoptConfigurations,
  ignoreDrift,
  listDeviceConfigs,
  overwriteConfigurations,
  previewConfiguration,
} from '@longreach/contract/configs/endpoints'
import { deviceStatistics, getDevice, listDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { parseDownLine } from '@longreach/contract/link/lines'
import { devicesChannel } from '@longreach/contract/live'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import {
  answer,
  at,
  commandsOf,
  connect,
  follow,
  heard,
  online,
  reaches,
  useActionWorld,
} from '../../test/domains/actions.ts'
import {
  applying,
  call,
  configure,
  type Online,
  relinks,
  reportsSum,
  router,
  sends,
  settings,
  stateOf,
  sumOf,
  versionsOf,
  wasRead,
} from '../../test/domains/configs.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser } from '../../test/world.ts'
import { compareSums } from './sums.ts'

useActionWorld()

const [first, second, third] = [settings('10.0.0.1'), settings('10.0.0.2'), settings('10.0.0.3')] as const

const becomes = (id: number, state: string) => until(async () => (await stateOf(id))?.state === state)
/** Waits until every report so far was compared. */
const compared = () => until(async () => (await sql`SELECT FROM config_sums`.execute(at.world.db)).rows.length === 0)
const acknowledged = async (one: Online, sum: string, age?: number) => {
  const before = one.device.lines.filter((line) => line.startsWith('ack ')).length
  reportsSum(one, sum, age)
  await until(() => one.device.lines.filter((line) => line.startsWith('ack ')).length > before)
}
const detailsOf = async (id: number) => (await at.admin.call(getDevice, { params: { id } })).data
const welcomeOf = ({ device }: Online) => {
  const line = device.lines.map(parseDownLine).find((found) => found?.verb === 'welcome')
  return line?.verb === 'welcome' ? line.settings : {}
}

describe('a device that was changed by hand', () => {
  test('says so: it has drifted at once, on the screens that show it, too, is read once, in no name, and adopted', async () => {
    const one = await router()
    const { socket } = follow(at.admin, 'none')
    const shown: (string | null)[] = []
    socket.on('DeviceStateChanged', ({ data }) => {
      if (data.config_state !== shown.at(-1)) shown.push(data.config_state)
    })
    const { rows: users } = await sql<{ id: number }>`SELECT id FROM users WHERE email = 'admin@example.test'`.execute(
      at.world.db,
    )
    const channel = devicesChannel(users[0]?.id ?? 0)
    await socket.emitWithAck('subscribe', { channel, data: { device_id: [one.id] } })
    await wasRead(one, first)
    await until(() => shown.at(-1) === 'in_sync')
    reportsSum(one, sumOf(second))
    await becomes(one.id, 'drifted')
    expect((await detailsOf(one.id)).config_state).toBe('drifted')
    await sends(one, 2, second)
    await until(async () => (await stateOf(one.id))?.unread === false)
    expect(await stateOf(one.id)).toMatchObject({ state: 'drifted', intended_seq: 1, running_seq: 2 })
    expect((await versionsOf(one.id))[0]).toMatchObject({ reason: 'found', username: null, running: true })
    const { data } = await at.admin.call(listActions, { query: { device_id: one.id } as never })
    expect(data.map(({ username }) => username)).toEqual([null, 'admin@example.test'])
    await acknowledged(one, sumOf(second))
    await compared()
    expect((await at.admin.call(adoptConfigurations, { body: { device_id: [one.id] } })).data).toEqual([one.id])
    expect((await detailsOf(one.id)).config_state).toBe('in_sync')
    await until(() => shown.filter((state) => state === 'in_sync').length === 2)
    expect(shown.slice(-3)).toEqual(['in_sync', 'drifted', 'in_sync'])
    socket.close()
    expect(commandsOf(one.device)).toHaveLength(2)
  })

  test('is read again later when a reading failed, and at once when it has something else', async () => {
    const one = await router()
    await wasRead(one, first)
    const tries = async () => {
      const { rows } = await sql<{ tries: number; minutes: number | null; read_due: boolean }>`
        SELECT read_tries AS tries, round(extract(epoch FROM read_after - now()) / 60)::int AS minutes, read_due
        FROM device_configs WHERE device_id = ${one.id}`.execute(at.world.db)
      return rows[0]
    }
    const fails = async (command: number) =>
      answer(one.device, (await heard(one.device, command)).id, 'failed', 1, 'no space')
    reportsSum(one, sumOf(second))
    await fails(2)
    await until(async () => (await tries())?.tries === 1)
    expect(await tries()).toEqual({ tries: 1, minutes: 5, read_due: true })
    await becomes(one.id, 'drifted')
    expect(commandsOf(one.device)).toHaveLength(2)
    await sql`UPDATE device_configs SET read_after = now() WHERE device_id = ${one.id}`.execute(at.world.db)
    await fails(3)
    await until(async () => (await tries())?.tries === 2)
    expect(await tries()).toEqual({ tries: 2, minutes: 10, read_due: true })
    reportsSum(one, sumOf(third))
    await sends(one, 4, third)
    await until(async () => (await stateOf(one.id))?.unread === false)
    expect(await tries()).toEqual({ tries: 0, minutes: null, read_due: false })
  })

  test('to something that is known is not read; what is ignored stays ignored, until it has something else', async () => {
    const one = await router()
    await wasRead(one, second)
    await wasRead(one, first)
    expect(await stateOf(one.id)).toMatchObject({ state: 'drifted' })
    reportsSum(one, sumOf(second))
    await becomes(one.id, 'in_sync')
    reportsSum(one, sumOf(first))
    await becomes(one.id, 'drifted')
    expect(await stateOf(one.id)).toMatchObject({ unread: false, running_seq: 2 })
    await at.admin.call(ignoreDrift, { body: { device_id: [one.id] } })
    expect((await detailsOf(one.id)).config_state).toBe('ignored')
    reportsSum(one, sumOf(second))
    await becomes(one.id, 'in_sync')
    reportsSum(one, sumOf(first))
    await becomes(one.id, 'ignored')
    expect(commandsOf(one.device)).toHaveLength(2)
    reportsSum(one, sumOf(third))
    await becomes(one.id, 'drifted')
    await sends(one, 3, third)
  })

  test('on a metered connection is not read: what it has can be ignored, and not adopted or overwritten', async () => {
    const one = await router()
    await wasRead(one, first)
    await at.admin.call(updateDevice, { params: { id: one.id }, body: { metered_connection: true } })
    reportsSum(one, sumOf(second))
    await becomes(one.id, 'drifted')
    await until(async () => {
      const { rows } = await sql`SELECT FROM device_configs WHERE device_id = ${one.id} AND NOT read_due`.execute(
        at.world.db,
      )
      return rows.length === 1
    })
    for (const endpoint of [adoptConfigurations, overwriteConfigurations]) {
      const refused = await at.admin.call(endpoint, { body: { device_id: [one.id] } })
      expect([refused.status, refused.errors[0]?.message]).toEqual([
        409,
        expect.stringMatching(/^The current configuration of .* is unknown: read it first$/),
      ])
    }
    const plan = await at.admin.call(previewConfiguration, {
      body: { device_id: [one.id], calls: [call('10.0.0.9')], metered: true },
    })
    expect(plan.data).toMatchObject({ devices: 1, unread: 1 })
    await at.admin.call(ignoreDrift, { body: { device_id: [one.id] } })
    expect(await stateOf(one.id)).toMatchObject({ state: 'ignored', unread: true, running_seq: 1 })
    expect(commandsOf(one.device)).toHaveLength(1)
    // Read by a user: the device stays ignored.
    await wasRead(one, second)
    expect(await stateOf(one.id)).toMatchObject({ state: 'ignored', unread: false, running_seq: 2 })
  })

  test('by a change of a user has not drifted meanwhile: it is read at the end of that', async () => {
    const one = await router()
    await wasRead(one, first)
    const { data } = await configure([one.id])
    const { apply } = await applying(one, 2)
    answer(one.device, apply.id, 'done', 0, 'applied')
    const back = await relinks(one, `${apply.id} applied`)
    const confirm = await heard(back.device)
    await acknowledged(back, sumOf(third))
    answer(back.device, confirm.id, 'done', 0, 'confirmed')
    await heard(back.device, 2)
    await compareSums(at.world.db, async () => {})
    expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', running_seq: 1 })
    await sends(back, 2, third)
    await reaches(data.id, 'done')
    await compared()
    expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', unread: false, running_seq: 2, intended_seq: 2 })
    expect((await versionsOf(one.id))[0]).toMatchObject({ reason: 'apply' })
    expect(commandsOf(back.device)).toHaveLength(2)
  })

  test('learns what the server knows with its welcome; a report that is older than what was read says nothing', async () => {
    const one = await router({ uptime: 100_000 })
    expect(welcomeOf(one)).toMatchObject({ config: '600' })
    expect(welcomeOf(one)).not.toHaveProperty('sum')
    await wasRead(one, first)
    one.device.leave()
    const again = { ...one, device: await connect(one.enrolled) }
    expect(welcomeOf(again)).toMatchObject({ sum: sumOf(first) })
    await acknowledged(again, sumOf(second), 600)
    await compared()
    expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', unread: false })
    again.device.leave()
    expect(welcomeOf({ ...one, device: await connect(one.enrolled) })).toMatchObject({ sum: sumOf(second) })
  })
})

test.each([
  ['another text', 'x'.repeat(64)],
  ['an endless one', 'a'.repeat(8000)],
  ['one in capitals', 'A'.repeat(64)],
])('a checksum that is none is refused and counted: %s', async (_, sum) => {
  const one = await router()
  await wasRead(one, first)
  await acknowledged(one, sum)
  expect((await detailsOf(one.id)).refused).toMatchObject({ count: 1, reason: 'config_sum: not a checksum' })
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', unread: false })
})

test('a line without an end ends the link, with the reason', async () => {
  const one = await router()
  one.device.say(`report ${one.enrolled.hello.boot} 1 0 1 ["${'a'.repeat(9000)}`)
  expect(await one.device.hear('refused ')).toContain('longer\\0040than\\00408192')
})

test('of files, it is that of their checksums and paths', async () => {
  const archive = pack()
  archive.entry({ name: 'etc/net/lan', mtime: new Date() }, 'lan\n')
  archive.entry({ name: 'etc/net/old', type: 'symlink', linkname: 'lan' })
  archive.entry({ name: 'etc/net/wan', mtime: new Date() }, Buffer.from([0xff, 0x0a]))
  archive.finalize()
  const bytes = await buffer(archive)
  const one = await online({ caps: ['config'], backend: 'linux' })
  await wasRead(one, bytes)
  const lines = `${sumOf('lan\n')}  etc/net/lan\n${sumOf(Buffer.from([0xff, 0x0a]))}  etc/net/wan\n`
  await acknowledged(one, sumOf(lines))
  await compared()
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', unread: false })
  reportsSum(one, sumOf('other'))
  await becomes(one.id, 'drifted')
})

test('devices that have drifted need attention, are counted once, and are listed by their state', async () => {
  const branch = await makeCompany(at.world, 'Drifting', at.company)
  await makeUser(at.world, 'drifter', branch, 2)
  const client = await at.world.as('drifter')
  const one = await router()
  await at.world.db.updateTable('devices').set(branch).where('id', '=', one.id).execute()
  const counts = async () => (await client.call(deviceStatistics, { query: { charts: 'attention,config_state' } })).data
  const quiet = await counts()
  expect([quiet.attention?.config_drifted, quiet.config_state?.not_read]).toEqual([0, 1])
  await wasRead(one, first)
  await wasRead(one, second)
  const { attention, config_state } = await counts()
  expect([attention?.config_drifted, config_state?.drifted, config_state?.not_read ?? 0]).toEqual([1, 1, 0])
  const list = async (query: object, by = client) => (await by.call(listDevices, { query })).data.map(({ id }) => id)
  expect(await list({ attention: 'config_drifted' })).toEqual([one.id])
  expect(await list({ config_state: 'drifted' })).toEqual([one.id])
  expect(await list({ config_state: 'in_sync' })).toEqual([])
  await makeUser(at.world, 'stranger', at.rival, 2)
  const stranger = await at.world.as('stranger')
  expect(await list({ config_state: 'drifted' }, stranger)).toEqual([])
  expect((await stranger.call(listDeviceConfigs, { query: {} })).data).toEqual([])
  expect((await stranger.call(adoptConfigurations, { body: { device_id: [one.id] } })).status).toBe(404)
})

test('thousands at once are compared together, and read a few at a time', async () => {
  const one = await router()
  await wasRead(one, first)
  const { company_id, l1_id, l2_id } = at.company
  await sql`
    WITH added AS (
      INSERT INTO devices (company_id, l1_id, l2_id, name, serial, status, bound_at, caps)
      SELECT ${company_id}, ${l1_id}, ${l2_id}, 'Many ' || n, 'many' || n, 1, now(), '{config}'
      FROM generate_series(1, 1200) n RETURNING id),
    known AS (
      INSERT INTO device_configs (device_id, intended_id, running_id, running_sum, read_sum, read_at)
      SELECT a.id, x.intended_id, x.running_id, 'a', 'a', now() - interval '1 hour'
      FROM added a, device_configs x WHERE x.device_id = ${one.id} RETURNING device_id)
    INSERT INTO config_sums (device_id, sum, at) SELECT device_id, 'b', now() FROM known`.execute(at.world.db)
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(at.world.db)).rows[0]?.count
  await until(
    async () =>
      (await count(
        sql`SELECT count(*) AS count FROM devices WHERE config_state = 'drifted' AND name LIKE 'Many %'`,
      )) === 1200,
  )
  const reads = sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE a.origin = 'config_drift' AND t.state IN ('queued', 'sent')`
  await until(async () => (await count(reads)) === 200)
  // Twice more through the loop, which reads no other device.
  for (const [sum, state] of [
    [second, 'drifted'],
    [first, 'in_sync'],
  ] as const) {
    reportsSum(one, sumOf(sum))
    await becomes(one.id, state)
  }
  expect(await count(reads)).toBe(200)
})
