import { type ActionKind, actionKinds } from '@longreach/contract/actions/kinds'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bus, createBus } from '../../bus/bus.ts'
import { messagesMissed } from '../../bus/topic.ts'
import { type Command, DeviceOffline, LinkSuperseded } from '../../drivers/driver.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { until } from '../../test/until.ts'
import { actionsQueued } from '../devices/topics.ts'
import { syncDefaultRoles } from '../roles/store.ts'
import { type ActionEngine, createActionEngine } from './engine.ts'
import { actionHandlers } from './handlers.ts'
import { createActionKinds } from './kinds.ts'
import { createPace } from './pace.ts'
import { claim } from './queue.ts'

let database: TestDatabase
let bus: Bus
let sent: (Command & { deviceId: number })[]
let offline: Set<number>
/** Devices for which creating a command fails. */
let faulty: Set<number>
let warnings: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  await syncDefaultRoles(database.db)
  await sql`INSERT INTO users (company_id, role_id, username, email) VALUES (0, 1, 'root', 'root@example.test')`.execute(
    database.db,
  )
})
afterAll(async () => database?.drop())

beforeEach(async () => {
  await sql`DELETE FROM actions`.execute(database.db)
  await sql`DELETE FROM devices`.execute(database.db)
  bus = createBus((error) => {
    throw error
  })
  sent = []
  ended = []
  offline = new Set()
  faulty = new Set()
  warnings = []
})

/** Three steps: an answer, a restart, and another answer. */
const steps: ActionKind = {
  ...actionKinds.command,
  steps: [
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
    { verb: 'reboot', startWithin: 60, answers: 600, ends: 'restart' },
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
  ],
}
let ended: string[] = []
/** Devices whose first step is not confirmed. */
const unconfirmed = new Set<number>()
/** True if handling the end of a step is to fail once. */
let failing = false
const kinds = createActionKinds([
  ...actionHandlers({ agentVersion: '9.9.9', limit: async () => {} }),
  {
    name: 'test_steps',
    kind: steps,
    command: async (_target, step) => ({ verb: step === 2 ? 'reboot' : 'exec', arg: `step ${step}` }),
    verify: async (_tx, { device_id }, step) =>
      unconfirmed.has(device_id) && step === 1 ? text('actions.firmware_not_fetched') : undefined,
    ended: async (_tx, targets) => void ended.push(...targets.map(({ state }) => state)),
  },
  {
    name: 'test_apply',
    kind: {
      ...actionKinds.command,
      steps: [
        { verb: 'config-apply', startWithin: 60, answers: 60, ends: 'applied' },
        { verb: 'config-confirm', startWithin: 60, answers: 60, ends: 'answer' },
      ],
    },
    verify: async () => {
      const fails = failing
      failing = false
      if (fails) throw new Error('database unavailable')
      return undefined
    },
  },
  {
    name: 'update_firmware',
    kind: actionKinds.update_firmware,
    fileOf: async () => ({ id: 1, audit: {}, obstacle: () => undefined }),
  },
  ...(['read_configuration', 'configure', 'restore', 'roll_back'] as const).map((name) => ({
    name,
    kind: actionKinds[name],
  })),
  {
    name: 'task_group',
    kind: actionKinds.task_group,
    sourceOf: async () => ({ id: 1, name: 'Tasks' }),
    stepsOf: () => actionKinds.task_group.steps,
  },
])

function engineOf(node = 'here', perSecond = 1000): ActionEngine {
  return createActionEngine({
    db: database.db,
    bus,
    node,
    kinds,
    commands: {
      offerAgent: async () => ({ verb: 'upgrade-agent', arg: '9.9.9' }),
      offerUpload: async () => '0'.repeat(32),
      offerDownload: async () => '0'.repeat(32),
      openSecret: async () => 'Secret-123',
    },
    emit: async () => {},
    pace: createPace(perSecond),
    unsent: () => void warnings.push('unsent'),
    log: { warn: (_fields, message) => void warnings.push(message) },
    send: async (deviceId, command) => {
      if (offline.has(deviceId)) throw new DeviceOffline(deviceId)
      if (faulty.has(deviceId)) throw new Error('no content')
      sent.push({ ...command, deviceId })
    },
  })
}

/** Further fields of a hello. */
const agent = { agent: '1.0.0', firmware: 'RUTX_R_00.07.06', trial: false }
const firstBoot = '000000000001'
const nextBoot = '000000000002'

/** An engine that knows the hellos of its devices before it sends: after a later one it would send again. */
async function startedWith(deviceIds: readonly number[], engine = engineOf()): Promise<ActionEngine> {
  for (const deviceId of deviceIds) engine.hello({ deviceId, boot: firstBoot, ...agent })
  await engine.stop()
  await engine.start()
  return engine
}

/** Links devices to the node in the database and queues one action for all of them. */
async function ask(count: number, kind = 'reboot', node = 'here'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, name, serial, bound_at, status)
    SELECT 0, 'D' || n, 'e' || n, now(), 1 FROM generate_series(1, ${count}::int) n RETURNING id`.execute(database.db)
  const ids = rows.map(({ id }) => id)
  await sql`
    INSERT INTO device_session (device_id, node, epoch, boot, open)
    SELECT id, ${node}, 1, ${firstBoot}, true FROM devices`.execute(database.db)
  await again(kind)
  return ids
}

async function again(kind: string): Promise<void> {
  await sql`
    WITH a AS (
      INSERT INTO actions (company_id, kind, seconds, waits, channel) VALUES (0, ${kind}, 0, 60, md5(random()::text)) RETURNING id)
    INSERT INTO action_targets (action_id, company_id, device_id, device_name, device_serial, kind, writes, message, expires_at,
      asked_by_id)
    SELECT a.id, 0, d.id, d.name, d.serial, ${kind}, ${kind !== 'update_metrics_data'}, 'x', now() + interval '1 minute', u.id
    FROM a, devices d, users u`.execute(database.db)
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    SELECT state, count(*) AS count FROM action_targets GROUP BY state`.execute(database.db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const leaseIsOver = () => sql`UPDATE action_targets SET lease_until = now()`.execute(database.db)

test('after a restart the node sends unanswered steps again, under their ids', async () => {
  const [device] = (await ask(1)) as [number]
  const first = await startedWith([device])
  await until(() => sent.length === 1)
  await first.stop()
  const second = await startedWith([device])
  await until(() => sent.length === 2)
  await second.stop()
  expect(sent[1]?.id).toBe(sent[0]?.id)
  expect(await states()).toEqual({ sent: 1 })
})

test('a node that stops sends the confirmation that a device waits for, and nothing else', async () => {
  const [first, second] = (await ask(2, 'configure')) as [number, number]
  const engine = await startedWith([first, second])
  await until(() => sent.length === 2)
  const done = (deviceId: number) => {
    const { id } = sent.findLast((command) => command.deviceId === deviceId)!
    return engine.result({ deviceId, epoch: 1 }, { id, state: 'done', exit: 0, part: 1, parts: 1, text: 'fetched' })
  }
  await done(first)
  await until(() => sent.length === 3)
  const applied = `${sent[2]?.id} applied`
  await done(second)
  engine.hello({ deviceId: first, boot: firstBoot, ...agent, apply: applied })
  await engine.stop()
  expect(sent.filter(({ deviceId }) => deviceId === first).map(({ verb }) => verb)).toEqual([
    'fetch',
    'config-apply',
    'config-confirm',
  ])
  expect(sent.filter(({ deviceId }) => deviceId === second).map(({ verb }) => verb)).toEqual(['fetch'])
  await engine.stop()
  expect(sent).toHaveLength(4)
})

test('a restart that was missed while the node was stopped is noticed when it polls', async () => {
  const [device] = (await ask(1)) as [number]
  const first = await startedWith([device])
  await until(() => sent.length === 1)
  await first.stop()
  await sql`UPDATE device_session SET boot = ${nextBoot}`.execute(database.db)
  const second = engineOf()
  await second.start()
  await until(async () => (await states()).done === 1)
  await second.stop()
  expect(sent).toHaveLength(1)
})

test('decisions about an earlier boot are not sent to the device', async () => {
  const [device] = (await ask(1)) as [number]
  const engine = engineOf()
  engine.hello({ deviceId: device, boot: nextBoot, ...agent })
  await engine.start()
  await until(async () => (await states()).sent === 1)
  await engine.stop()
  expect(sent).toEqual([])
})

test('a line that was not written is queued again and keeps its id', async () => {
  const [device] = (await ask(1)) as [number]
  offline.add(device)
  const engine = await startedWith([device])
  const events = () => database.db.selectFrom('action_events').select('state').orderBy('id').execute()
  await until(async () => (await events()).some(({ state }) => state === 'queued'))
  const { command_id } = await database.db.selectFrom('action_targets').select('command_id').executeTakeFirstOrThrow()
  offline.clear()
  engine.hello({ deviceId: device, boot: firstBoot, ...agent })
  await until(() => sent.length === 1)
  await engine.stop()
  expect(sent[0]?.id).toBe(command_id)
})

test('a command that cannot be sent although the device has a link is logged and counted', async () => {
  const [one, other] = (await ask(2)) as [number, number]
  offline.add(one)
  faulty.add(other)
  const engine = await startedWith([one, other])
  await until(() => warnings.length >= 2)
  await engine.stop()
  expect(new Set(warnings)).toEqual(new Set(['unsent', 'A command could not be sent']))
  expect(await states()).toEqual({ queued: 2 })
})

test('an answer on a link that was replaced is refused, and asked for on the new one', async () => {
  const [device] = (await ask(1, 'command')) as [number]
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  await sql`UPDATE device_session SET epoch = 2`.execute(database.db)
  const answer = { id: sent[0]!.id, state: 'done' as const, exit: 0, part: 1, parts: 1, text: '' }
  await expect(engine.result({ deviceId: device, epoch: 1 }, answer)).rejects.toThrow(LinkSuperseded)
  expect(await states()).toEqual({ sent: 1 })
  await engine.result({ deviceId: device, epoch: 2 }, answer)
  await engine.stop()
  expect(await states()).toEqual({ done: 1 })
})

test('no more than five hundred are unanswered at a time; each answer makes way for another', async () => {
  const devices = await ask(600, 'update_metrics_data')
  const engine = await startedWith(devices)
  await until(() => sent.length === 500)
  expect(await states()).toEqual({ sent: 500, queued: 100 })
  for (const { deviceId, id } of sent.slice(0, 50))
    await engine.result({ deviceId, epoch: 1 }, { id, state: 'done', exit: 0, part: 1, parts: 1, text: '' })
  await until(() => sent.length === 550)
  await engine.stop()
  expect(new Set(sent.map(({ id }) => id)).size).toBe(550)
})

test('what is paced starts in turn of the actions: one device does not wait for hundreds, and a command for neither', async () => {
  const devices = await ask(300)
  await again('reboot')
  await sql`
    DELETE FROM action_targets WHERE device_id <> ${devices[299]!} AND action_id = (SELECT max(id) FROM actions)`.execute(
    database.db,
  )
  await sql`
    DELETE FROM action_targets WHERE device_id = ${devices[299]!} AND action_id = (SELECT min(id) FROM actions)`.execute(
    database.db,
  )
  // While a hello is handled its target is locked and would miss its turn.
  const engine = await startedWith(devices, engineOf('here', 4))
  await until(() => sent.length >= 4)
  expect(sent.slice(0, 4).map(({ deviceId }) => deviceId)).toContain(devices[299])
  await again('update_metrics_data')
  bus.publish(actionsQueued, {})
  await until(() => sent.filter(({ verb }) => verb === 'refresh').length === 300)
  // It continues without further input.
  const rebooted = () => sent.filter(({ verb }) => verb === 'reboot').length
  const before = rebooted()
  await until(() => rebooted() > before)
  await engine.stop()
  expect(rebooted()).toBeLessThan(100)
})

test('no more are claimed than allowed, whatever plan the database chooses', async () => {
  // With statistics of an empty table, PostgreSQL looked up the targets to claim once for each row of the table.
  await ask(300)
  await sql`DELETE FROM actions`.execute(database.db)
  await sql`ANALYZE action_targets`.execute(database.db)
  await again('reboot')
  await again('reboot')
  await sql`
    DELETE FROM action_targets WHERE (device_id % 2 = 0) = (action_id = (SELECT min(id) FROM actions))`.execute(
    database.db,
  )
  await again('update_metrics_data')
  await database.db.connection().execute(async (db) => {
    await sql`SET enable_hashjoin = off`.execute(db)
    const claimed = (paced: boolean) => claim({ db, kinds, emit: async () => {} }, 'here', null, { limit: 4, paced })
    expect(await claimed(true)).toHaveLength(4)
    expect(await claimed(false)).toHaveLength(4)
    await sql`RESET enable_hashjoin`.execute(db)
  })
})

test('two nodes polling at once send each step once, each to its own devices', async () => {
  await ask(40)
  await sql`UPDATE device_session SET node = 'there' WHERE device_id % 2 = 0`.execute(database.db)
  const devices = await database.db.selectFrom('device_session').select(['device_id', 'node']).execute()
  const engines = [engineOf('here'), engineOf('there')]
  for (const { device_id, node } of devices)
    engines[node === 'here' ? 0 : 1]?.hello({ deviceId: device_id, boot: firstBoot, ...agent })
  await Promise.all(engines.map((engine) => engine.start()))
  for (let round = 0; round < 20; round++) bus.publish(actionsQueued, {})
  await until(() => sent.length === 40)
  await Promise.all(engines.map((engine) => engine.stop()))
  expect(new Set(sent.map(({ deviceId }) => deviceId)).size).toBe(40)
})

test('an answer in parts needs all of them; one of a closed link starts again', async () => {
  const [device] = (await ask(1, 'command')) as [number]
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  const say = (part: number, text: string) =>
    engine.result(
      { deviceId: device, epoch: 1 },
      { id: sent[0]?.id as string, state: 'done', exit: 0, part, parts: 2, text },
    )
  await say(1, 'half of ')
  engine.gone(device)
  await say(2, 'it')
  expect(await states()).toEqual({ sent: 1 })
  await leaseIsOver()
  engine.hello({ deviceId: device, boot: firstBoot, ...agent })
  await until(() => sent.length === 2)
  await say(1, 'all of ')
  await say(2, 'it\\n')
  await engine.stop()
  const { state, output } = await database.db
    .selectFrom('action_targets')
    .select(['state', 'output'])
    .executeTakeFirstOrThrow()
  expect([state, output]).toEqual(['done', 'all of it\n'])
})

test('after a pause the devices of a node get the time they may need to come back', async () => {
  await ask(1)
  await sql`UPDATE action_targets SET state = 'sent', node = 'here', boot = ${firstBoot}, due_at = now(), lease_until = now()`.execute(
    database.db,
  )
  const engine = engineOf()
  await engine.start()
  await engine.stop()
  const { rows } = await sql<{ left: number }>`
    SELECT extract(epoch FROM due_at - now())::int AS left FROM action_targets`.execute(database.db)
  expect(rows[0]?.left).toBeGreaterThan(600)
})

test('each of several steps is sent under an id of its own, and sent again under it by a restarted node', async () => {
  const [device] = (await ask(1, 'test_steps')) as [number]
  const answer = (engine: ActionEngine, id: string | undefined) =>
    engine.result({ deviceId: device, epoch: 1 }, { id: id ?? '', state: 'done', exit: 0, part: 1, parts: 1, text: '' })
  const first = await startedWith([device])
  await until(() => sent.length === 1)
  await answer(first, sent[0]?.id)
  await until(() => sent.length === 2)
  await first.stop()

  const second = await startedWith([device])
  await until(() => sent.length === 3)
  // A delayed repetition of the first answer does not affect the second step.
  await answer(second, sent[0]?.id)
  expect(sent[2]?.id).toBe(sent[1]?.id)
  await sql`UPDATE device_session SET boot = ${nextBoot}`.execute(database.db)
  second.hello({ deviceId: device, boot: nextBoot, ...agent })
  await until(() => sent.length === 4)
  expect(await states()).toEqual({ running: 1 })
  await answer(second, sent[3]?.id)
  await until(async () => (await states()).done === 1)
  await second.stop()
  expect(sent.map(({ arg }) => arg)).toEqual(['step 1', 'step 2', 'step 2', 'step 3'])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
  expect(ended).toEqual(['done'])
})

test('a hello that could not be handled is handled again, as long as the device is linked', async () => {
  const [device] = (await ask(1, 'test_apply')) as [number]
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  failing = true
  engine.hello({ deviceId: device, boot: firstBoot, ...agent, apply: `${sent[0]?.id} applied` })
  await until(() => !failing)
  bus.publish(messagesMissed, {})
  await until(() => sent.length === 2)
  expect(sent.map(({ verb }) => verb)).toEqual(['config-apply', 'config-confirm'])
  await engine.stop()
})

test('what a device runs now is read after a wait for its target, not before', async () => {
  const [device] = (await ask(1, 'test_steps')) as [number]
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  const { id = '' } = sent[0] ?? {}
  let answered: Promise<void> | undefined
  await database.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM action_targets FOR UPDATE`.execute(tx)
    answered = engine.result(
      { deviceId: device, epoch: 1 },
      { id, state: 'done', exit: 0, part: 1, parts: 1, text: '' },
    )
    const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(async () => (await waiting.execute(database.db)).rows.length > 0)
    await sql`UPDATE action_targets SET message = 'y'`.execute(tx)
    await sql`UPDATE device_session SET boot = ${nextBoot}`.execute(tx)
  })
  await answered
  const { rows } = await sql`SELECT step, boot FROM action_targets`.execute(database.db)
  expect(rows).toEqual([{ step: 2, boot: nextBoot }])
  await engine.stop()
})

test('a step that fails ends the action, and a new attempt starts with the first step', async () => {
  const [device] = (await ask(1, 'test_steps')) as [number]
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  await engine.result(
    { deviceId: device, epoch: 1 },
    { id: sent[0]?.id ?? '', state: 'done', exit: 0, part: 1, parts: 1, text: '' },
  )
  await until(() => sent.length === 2)
  await engine.result(
    { deviceId: device, epoch: 1 },
    { id: sent[1]?.id ?? '', state: 'failed', exit: 1, part: 1, parts: 1, text: 'no' },
  )
  await until(async () => (await states()).failed === 1)
  await sql`UPDATE action_targets SET state = 'queued', step = 1, attempt = 2, command_id = NULL`.execute(database.db)
  bus.publish(actionsQueued, {})
  await until(() => sent.length === 3)
  await engine.stop()
  expect(sent.map(({ arg }) => arg)).toEqual(['step 1', 'step 2', 'step 1'])
  expect(ended).toEqual(['failed'])
})

test('a step that its handler does not confirm ends the action, and the next one is not sent', async () => {
  const [device] = (await ask(1, 'test_steps')) as [number]
  unconfirmed.add(device)
  const engine = await startedWith([device])
  await until(() => sent.length === 1)
  await engine.result(
    { deviceId: device, epoch: 1 },
    { id: sent[0]?.id ?? '', state: 'done', exit: 0, part: 1, parts: 1, text: '' },
  )
  expect(await states()).toEqual({ failed: 1 })
  await engine.stop()
  expect(sent.map(({ arg }) => arg)).toEqual(['step 1'])
  expect(ended).toEqual(['failed'])
})

test('an action whose file was deleted is not sent', async () => {
  const [device] = (await ask(1, 'update_firmware')) as [number]
  const engine = await startedWith([device])
  await until(async () => (await states()).failed === 1)
  await engine.stop()
  expect(sent).toEqual([])
  const { message } = await database.db.selectFrom('action_targets').select('message').executeTakeFirstOrThrow()
  expect(message).toBe(text('actions.file_deleted'))
})

test('a kind only a newer release knows is left to its nodes', async () => {
  const [device] = (await ask(1, 'newer_kind')) as [number]
  const engine = await startedWith([device])
  await again('update_metrics_data')
  bus.publish(actionsQueued, {})
  await until(() => sent.length === 1)
  await engine.stop()
  expect(await states()).toEqual({ queued: 1, sent: 1 })
})

test('a kind with two handlers, without one or without its argument stops the start, named in the error', () => {
  const handlers = [...kinds.values()]
  const reboot = handlers.filter(({ name }) => name === 'reboot')
  expect(() => createActionKinds([...handlers, ...reboot])).toThrow('Action reboot has two handlers')
  expect(() => createActionKinds(handlers.filter(({ name }) => name !== 'reboot'))).toThrow(
    'Action reboot has no handler',
  )
  const update = { name: 'update_agent', kind: actionKinds.update_agent }
  const firmware = { name: 'update_firmware', kind: actionKinds.update_firmware }
  expect(() => createActionKinds([firmware])).toThrow('Action update_firmware has no file')
  expect(() => createActionKinds([update])).toThrow('Action update_agent has no argument from the server')
})
