import { cancelActions } from '@longreach/contract/actions/endpoints'
import { listActions } from '@longreach/contract/actions/read-endpoints'
import { deleteDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, at, commandsOf, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { router, sends, settings, stateOf, versionsOf, wasRead } from '../../test/domains/configs.ts'
import { until } from '../../test/until.ts'

useActionWorld()

interface Row {
  /** Seconds until the device is read. */
  wait: number
  tries: number
}

const rowOf = async (id: number) => {
  const { rows } = await sql<Row>`
    SELECT round(extract(epoch FROM due_at - now()))::int AS wait, tries FROM config_first_reads
    WHERE device_id = ${id}`.execute(at.world.db)
  return rows[0]
}
const noted = (id: number) => until(async () => (await rowOf(id)) !== undefined)
const forgotten = (id: number) => until(async () => (await rowOf(id)) === undefined)
const becomesDue = (id: number) =>
  sql`UPDATE config_first_reads SET due_at = now() WHERE device_id = ${id}`.execute(at.world.db)
const actionsOf = async (id: number) => (await at.admin.call(listActions, { query: { device_id: id } as never })).data

test('a device that enrols is read two minutes later, once, in no name', async () => {
  const one = await router()
  await noted(one.id)
  expect((await rowOf(one.id))?.wait).toBeGreaterThan(90)
  expect((await rowOf(one.id))?.wait).toBeLessThanOrEqual(120)
  expect(commandsOf(one.device)).toHaveLength(0)
  await becomesDue(one.id)
  await sends(one, 1, settings('10.0.0.1'))
  await forgotten(one.id)
  expect(await stateOf(one.id)).toMatchObject({ state: 'in_sync', running_seq: 1 })
  expect((await versionsOf(one.id))[0]).toMatchObject({ reason: 'found', username: null })
  expect((await actionsOf(one.id)).map(({ kind, username }) => [kind, username])).toEqual([
    ['read_configuration', null],
  ])
})

test('one that a user has read meanwhile is not read again', async () => {
  const one = await router()
  await noted(one.id)
  await wasRead(one, settings('10.0.0.1'))
  await forgotten(one.id)
  // It enrols again.
  await sql`INSERT INTO config_first_reads (device_id, due_at) VALUES (${one.id}, now())`.execute(at.world.db)
  await forgotten(one.id)
  expect(commandsOf(one.device)).toHaveLength(1)
})

test('a read that fails is repeated later and later', async () => {
  const one = await router()
  await noted(one.id)
  for (const [tries, wait] of [
    [1, 300],
    [2, 600],
  ] as const) {
    await becomesDue(one.id)
    answer(one.device, (await heard(one.device, tries)).id, 'failed', 1, 'no space')
    await until(async () => (await actionsOf(one.id)).filter(({ counts }) => counts.failed === 1).length === tries)
    expect((await rowOf(one.id))?.tries).toBe(tries)
    expect((await rowOf(one.id))?.wait).toBeGreaterThan(wait - 60)
  }
  await becomesDue(one.id)
  await sends(one, 3, settings('10.0.0.1'))
  await forgotten(one.id)
})

test('a read that a user cancels is not repeated', async () => {
  const one = await router()
  await noted(one.id)
  // Without its link the read stays in the queue, where it can be cancelled.
  await sql`UPDATE device_session SET open = false WHERE device_id = ${one.id}`.execute(at.world.db)
  await becomesDue(one.id)
  await until(async () => (await actionsOf(one.id)).length === 1)
  const [action] = await actionsOf(one.id)
  await at.admin.call(cancelActions, { body: { action_id: action!.id } as never })
  await forgotten(one.id)
})

test('a device that has not connected yet is not forgotten', async () => {
  const one = await router()
  await noted(one.id)
  // The abilities of an agent are known from its first connection on.
  const { rows } = await sql<{ caps: string[] }>`SELECT caps FROM devices WHERE id = ${one.id}`.execute(at.world.db)
  await sql`UPDATE devices SET status = 2, caps = '{}' WHERE id = ${one.id}`.execute(at.world.db)
  await becomesDue(one.id)
  await until(async () => ((await rowOf(one.id))?.wait ?? 0) > 60)
  await sql`UPDATE devices SET status = 1, caps = ${rows[0]?.caps} WHERE id = ${one.id}`.execute(at.world.db)
  await becomesDue(one.id)
  await sends(one, 1, settings('10.0.0.1'))
  await forgotten(one.id)
})

test.each([
  ['that was deleted', () => router(), (id: number) => at.admin.call(deleteDevices, { body: { device_id: [id] } })],
  ['whose agent reads no configuration', () => online({ caps: ['exec'], backend: 'openwrt' }), async () => {}],
  [
    'on a metered connection',
    () => router(),
    (id: number) => at.admin.call(updateDevice, { params: { id }, body: { metered_connection: true } }),
  ],
])('a device %s is not read', async (_, enrols, change) => {
  const one = await enrols()
  await noted(one.id)
  await change(one.id)
  await becomesDue(one.id)
  await forgotten(one.id)
  expect(commandsOf(one.device)).toHaveLength(0)
})

test('of a thousand that enrol together a few are read at a time, and offline ones are looked at again later', async () => {
  const { company_id, l1_id, l2_id } = at.company
  await sql`
    WITH added AS (
      INSERT INTO devices (company_id, l1_id, l2_id, name, serial, status, bound_at, caps)
      SELECT ${company_id}, ${l1_id}, ${l2_id}, 'Storm ' || n, 'storm' || n, (n <= 1000)::int, now(), '{config}'
      FROM generate_series(1, 1100) n RETURNING id)
    INSERT INTO config_first_reads (device_id, due_at) SELECT id, now() FROM added`.execute(at.world.db)
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(at.world.db)).rows[0]?.count
  const reads = sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE a.origin = 'config_first_read' AND t.state IN ('queued', 'sent') AND t.device_name LIKE 'Storm %'`
  const waiting = sql<{ count: number }>`
    SELECT count(*) AS count FROM config_first_reads r JOIN devices d ON d.id = r.device_id
    WHERE r.due_at <= now() AND d.name LIKE 'Storm %'`
  const later = sql<{ count: number }>`
    SELECT count(*) AS count FROM config_first_reads r JOIN devices d ON d.id = r.device_id
    WHERE r.due_at > now() AND r.tries = 0 AND d.name LIKE 'Storm %'`
  await until(async () => (await count(reads)) === 200 && (await count(later)) === 100)
  expect(await count(waiting)).toBe(800)
  // Devices that cannot be read show that the loop has looked again.
  for (const _ of [1, 2]) {
    const one = await online({ caps: ['exec'] })
    await noted(one.id)
    await sql`UPDATE config_first_reads SET due_at = now() - interval '1 hour' WHERE device_id = ${one.id}`.execute(
      at.world.db,
    )
    await forgotten(one.id)
  }
  expect(await count(reads)).toBe(200)
  // Each read that ends makes room for another one.
  await sql`
    UPDATE action_targets SET state = 'done', finished_at = now() WHERE id IN (
      SELECT id FROM action_targets WHERE device_name LIKE 'Storm %' AND state = 'queued' LIMIT 150)`.execute(
    at.world.db,
  )
  await until(async () => (await count(waiting)) === 650)
  expect(await count(reads)).toBe(200)
  await sql`DELETE FROM devices WHERE name LIKE 'Storm %'`.execute(at.world.db)
})
