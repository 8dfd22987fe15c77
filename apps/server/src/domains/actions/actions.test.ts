import {
  cancelActions,
  executeAction,
  executeCommand,
  executeCommands,
  getAction,
  getActionTarget,
  listActionLogs,
  listActions,
  listPendingActions,
  retryAction,
} from '@longreach/contract/actions/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { createEnrolmentKey, deleteDevices, getDeviceLogs } from '@longreach/contract/devices/endpoints'
import { formatUpLine, parseDownLine } from '@longreach/contract/link/lines'
import { escapeOutput, outputParts } from '@longreach/contract/link/output'
import {
  type ClientEvents,
  pollingPath,
  type ServerEvents,
  type StatusEvent,
  socketPath,
} from '@longreach/contract/live'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDevice } from '../../gateway/test-device.ts'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../../test/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let rival: Place
let admin: TestClient
let viewer: TestClient
let key: string
let serial = 0

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'viewer', company, 4)
  admin = await world.as('admin')
  viewer = await world.as('viewer')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 1000 } })).data.key
})

afterAll(async () => world?.stop())

const caps = ['reboot', 'exec']
let boots = 0
const freshBoot = () => `b${String(++boots).padStart(11, '0')}`.replace('b', 'a')

const enrol = () =>
  enrolDevice(world.app.gatewayPort as number, key, {
    serial: `L-a${String(++serial).padStart(11, '0')}`,
    caps,
    boot: freshBoot(),
  })
const connect = (enrolled: Enrolled) => connectEnrolled(world.app.gatewayPort as number, enrolled)

async function online(): Promise<{ enrolled: Enrolled; id: number; device: TestDevice }> {
  const enrolled = await enrol()
  return { enrolled, id: enrolled.deviceId, device: await connect(enrolled) }
}

/** The device is known and away. */
async function offline(): Promise<Enrolled> {
  const { enrolled, device, id } = await online()
  device.leave()
  await until(
    async () =>
      (await world.db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirst())?.status === 0,
  )
  return enrolled
}

const commandsOf = (device: TestDevice) =>
  device.lines.flatMap((line) => {
    const parsed = parseDownLine(line)
    return parsed?.verb === 'cmd' ? [parsed] : []
  })

async function heard(device: TestDevice, count = 1) {
  await until(() => commandsOf(device).length >= count)
  return commandsOf(device)[count - 1]!
}

function answer(device: TestDevice, id: string, state: 'done' | 'failed' | 'already', exit: number, output = '') {
  const parts = outputParts(escapeOutput(output))
  device.say(
    ...parts.map((text, index) =>
      formatUpLine({ verb: 'result', id, state, exit, part: index + 1, parts: parts.length, text }),
    ),
  )
}

const read = async (action: number, client = admin) =>
  (await client.call(getAction, { params: { id: action }, query: { limit: 100 } })).data

async function reaches(action: number, state: string) {
  await until(async () => (await read(action)).targets.every((target) => target.state === state), 10_000)
  return (await read(action)).targets
}

const reboot = (ids: number[], more: object = {}) =>
  admin.call(executeAction, { body: { action: 'reboot', device_id: ids, ...more } })
const run = (id: number, command: string) => admin.call(executeCommand, { params: { id }, body: { command } })

/** What a waiting engine would see later is made to be now. */
const age = (column: 'due_at' | 'lease_until' | 'expires_at', action: number) =>
  sql`UPDATE action_targets SET ${sql.ref(column)} = now() - interval '1 second' WHERE action_id = ${action}`.execute(
    world.db,
  )

const poll = async (client: TestClient, channel: unknown) => {
  const response = await client.fetch(`${pollingPath}/${channel}`)
  return {
    status: response.status,
    data: ((await response.json()) as { data: Record<string, { status: string }[]> }).data,
  }
}

/** What the socket of a client says of a channel, message by message. */
function follow(client: TestClient, channel: unknown) {
  const socket: Socket<ServerEvents, ClientEvents> = io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  const messages: { id: number; key: string; data: StatusEvent }[][] = []
  socket.on('ActionStatusUpdated', (event) => messages.push(event.events))
  socket.emit('subscribe', { channel: String(channel) })
  return { socket, messages }
}

describe('reboot', () => {
  test('S7.83 S7.116: is done when the device comes back with another boot id, and each step is told on the channel', async () => {
    const { enrolled, id, device } = await online()
    const { status, data, meta } = await reboot([id])
    expect([status, data.devices]).toEqual([200, 1])
    const command = await heard(device)
    expect(command).toMatchObject({ command: 'reboot', seconds: 60 })
    expect(command.id).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
    device.leave()
    await reaches(data.id, 'running')
    await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    const [target] = await reaches(data.id, 'done')
    expect(target).toMatchObject({ message: 'The device restarted', attempt: 1, device_id: id })
    const events = (await poll(admin, meta.channel)).data[String(id)]!
    expect(events.map((event) => event.status)).toEqual(['queued', 'sent', 'running', 'completed'])
    expect(events.at(-1)).toMatchObject({ value: 'The device restarted', progress: { value: 3, total: 3 } })
  })

  test('a device that comes back with the same boot id is asked again under the same id', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await reboot([id])
    const first = await heard(device)
    device.leave()
    await reaches(data.id, 'running')
    const again = await connect(enrolled)
    expect((await heard(again)).id).toBe(first.id)
    answer(again, first.id, 'already', 0, 'begun, not finished')
    again.leave()
    await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    await reaches(data.id, 'done')
  })

  test('a device that never restarts, and one that never returns, fail with what is true of each', async () => {
    const stays = await online()
    const leaves = await online()
    const { data } = await reboot([stays.id, leaves.id])
    await heard(stays.device)
    await heard(leaves.device)
    leaves.device.leave()
    await until(async () => (await read(data.id)).counts.running === 1)
    await age('due_at', data.id)
    const targets = await reaches(data.id, 'failed')
    const message = (id: number) => targets.find((target) => target.device_id === id)?.message
    expect(message(stays.id)).toMatch(/^The device did not restart within \d+ s$/)
    expect(message(leaves.id)).toMatch(/^The device did not come back within \d+ s$/)
  })

  test('waits for a device that is offline and says so', async () => {
    const enrolled = await offline()
    const { data } = await reboot([enrolled.deviceId])
    const [waiting] = (await read(data.id)).targets
    expect(waiting?.message).toMatch(/^The device is offline since 20.{17}; waiting until 20.{17} \(UTC\)$/)
    const device = await connect(enrolled)
    await heard(device)
    await reaches(data.id, 'sent')
  })
})

describe('command', () => {
  test('answers its output and exit code; the text stands in the audit log', async () => {
    const { id, device } = await online()
    const { data } = await run(id, "echo 'it works' # ä")
    const command = await heard(device)
    expect(command).toMatchObject({ command: 'exec', seconds: 30, arg: "echo 'it works' # ä" })
    answer(device, command.id, 'done', 0, 'it works\n\ttab \\ \x1b[31mred\n')
    const [target] = await reaches(data.id, 'done')
    expect(target).toMatchObject({ exit_code: 0, has_output: true, message: 'The command ended' })
    const details = await admin.call(getActionTarget, { params: { id: target!.id } })
    expect(details.data).toMatchObject({ output: 'it works\n\ttab \\ \x1b[31mred\n', command: "echo 'it works' # ä" })
    expect(details.data.steps.map((step) => step.state)).toEqual(['queued', 'sent', 'done'])
    const audit = await admin.call(listAudit, { query: { target: 'action', target_id: data.id } })
    expect(JSON.stringify(audit.data)).toContain("echo 'it works' # ä")
    expect(JSON.stringify(audit.data)).toContain(`[${id}]`)
  })

  test('S4.87: a screen that follows hears what was before and each step as it comes', async () => {
    const enrolled = await offline()
    const { data, meta } = await run(enrolled.deviceId, 'id')
    const { socket, messages } = follow(admin, meta.channel)
    const states = () => messages.flat().map((event) => `${event.key} ${event.data.status}`)
    await until(() => states().length === 1)
    const device = await connect(enrolled)
    answer(device, (await heard(device)).id, 'done', 0)
    await reaches(data.id, 'done')
    await until(() => states().length === 3)
    const key = enrolled.deviceId
    expect(states()).toEqual([`${key} queued`, `${key} sent`, `${key} completed`])
    socket.close()
  })

  test('an exit code other than 0 fails it, with its output', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'false')
    answer(device, (await heard(device)).id, 'done', 3, 'no such thing')
    const [target] = await reaches(data.id, 'failed')
    expect(target).toMatchObject({ exit_code: 3, message: 'It ended with exit code 3', has_output: true })
  })

  test('one that took longer than its limit says so and keeps what it wrote', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'sleep 99')
    answer(device, (await heard(device)).id, 'failed', 124, 'half of it')
    const [target] = await reaches(data.id, 'failed')
    expect(target).toMatchObject({ exit_code: 124, message: 'It was ended: its time was over', has_output: true })
  })

  test('hostile output is cut, keeps no NUL, and its parts stay in order', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'cat /dev/urandom')
    const command = await heard(device)
    answer(device, command.id, 'done', 0, `<script>alert(1)</script>${'ä'.repeat(100_000)}`)
    const [target] = await reaches(data.id, 'done')
    const { output } = (await admin.call(getActionTarget, { params: { id: target!.id } })).data
    expect(output?.startsWith('<script>alert(1)</script>ä')).toBe(true)
    expect(output?.endsWith('ä…')).toBe(true)
    expect(Buffer.byteLength(output ?? '')).toBeLessThanOrEqual(65_540)
  })

  test('a device that restarted before it answered is not asked to run it a second time', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await run(id, 'opkg install x')
    await heard(device)
    device.leave()
    const again = await connect({ ...enrolled, hello: { ...enrolled.hello, boot: freshBoot() } })
    const [target] = await reaches(data.id, 'failed')
    expect(target?.message).toBe('The device restarted before it answered; whether it was done is not known')
    expect(commandsOf(again)).toEqual([])
  })

  test('a link that ended before the answer brings it after: the same id, answered once', async () => {
    const { enrolled, id, device } = await online()
    const { data } = await run(id, 'uptime')
    const first = await heard(device)
    device.leave()
    const again = await connect(enrolled)
    expect((await heard(again)).id).toBe(first.id)
    answer(again, first.id, 'already', 0, 'up 3 days')
    await reaches(data.id, 'done')
    answer(again, first.id, 'failed', 1, 'late')
    expect((await read(data.id)).targets[0]).toMatchObject({ state: 'done', exit_code: 0 })
  })

  test('another device cannot answer for one', async () => {
    const mine = await online()
    const other = await online()
    const { data } = await run(mine.id, 'uptime')
    const { id } = await heard(mine.device)
    answer(other.device, id, 'done', 0, 'forged')
    answer(mine.device, id, 'done', 0, 'true')
    const [target] = await reaches(data.id, 'done')
    expect((await admin.call(getActionTarget, { params: { id: target!.id } })).data.output).toBe('true')
  })

  test('an older agent says that it cannot', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'uptime')
    answer(device, (await heard(device)).id, 'failed', 127, 'unsupported')
    expect((await reaches(data.id, 'failed'))[0]?.message).toBe(
      'The agent on the device does not know this action; update it',
    )
  })

  test('text and output are for those who may run commands; others see that one ran', async () => {
    const { id, device } = await online()
    const { data } = await run(id, 'cat /etc/secret')
    answer(device, (await heard(device)).id, 'done', 0, 'the secret')
    const [target] = await reaches(data.id, 'done')
    const seen = await viewer.call(getActionTarget, { params: { id: target!.id } })
    expect(seen.data).toMatchObject({ command: null, output: null, state: 'done' })
    expect((await read(data.id, viewer)).command).toBeNull()
    expect((await viewer.call(executeCommand, { params: { id }, body: { command: 'id' } })).status).toBe(403)
  })

  test('too many in a minute have to wait', async () => {
    await makeUser(world, 'hasty', company, 2)
    const hasty = await world.as('hasty')
    const id = await makeDevice(world, company, { caps })
    const statuses = []
    for (let count = 0; count < 61; count++)
      statuses.push((await hasty.call(executeCommand, { params: { id }, body: { command: 'id' } })).status)
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses[60]).toBe(429)
  })
})

describe('order on a device', () => {
  test('S4.105: one that writes waits for the one before it; reading goes beside it', async () => {
    const { id, device } = await online()
    const first = await run(id, 'first')
    const second = await run(id, 'second')
    await admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    await until(() => commandsOf(device).length === 2)
    expect(commandsOf(device).map((command) => command.arg || command.command)).toEqual(['first', 'refresh'])
    answer(device, commandsOf(device)[0]!.id, 'done', 0)
    expect(await heard(device, 3)).toMatchObject({ arg: 'second' })
    await reaches(first.data.id, 'done')
    await reaches(second.data.id, 'sent')
  })

  test('what was asked of an offline device is done in order when it returns', async () => {
    const enrolled = await offline()
    for (const text of ['one', 'two', 'three']) await run(enrolled.deviceId, text)
    const device = await connect(enrolled)
    for (let count = 1; count <= 3; count++) answer(device, (await heard(device, count)).id, 'done', 0)
    expect(commandsOf(device).map((command) => command.arg)).toEqual(['one', 'two', 'three'])
  })
})

describe('refresh', () => {
  test('is done when the device says so', async () => {
    const { id, device } = await online()
    const { data } = await admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    const command = await heard(device)
    expect(command.command).toBe('refresh')
    answer(device, command.id, 'done', 0, 'refreshed')
    await reaches(data.id, 'done')
  })

  test('without an answer it fails after its time', async () => {
    const { id, device } = await online()
    const { data } = await admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    await heard(device)
    await age('due_at', data.id)
    expect((await reaches(data.id, 'failed'))[0]?.message).toMatch(/^The device did not answer within \d+ s$/)
  })

  test('a silent device is asked again under the same id after a while', async () => {
    const { id, device } = await online()
    const { data } = await admin.call(executeAction, { body: { action: 'update_metrics_data', device_id: [id] } })
    const first = await heard(device)
    await age('lease_until', data.id)
    await until(() => commandsOf(device).length === 2, 10_000)
    expect(commandsOf(device)[1]?.id).toBe(first.id)
  })
})

describe('which devices', () => {
  test('S7.84: a row for each that cannot: another company’s, never connected, monitoring off, no such capability', async () => {
    const good = await makeDevice(world, company, { caps })
    const foreign = await makeDevice(world, rival, { caps })
    const fresh = await makeDevice(world, company, { caps, bound_at: null, status: null })
    const quiet = await makeDevice(world, company, { caps, monitoring_enabled: false })
    const old = await makeDevice(world, company)
    const { status, data, errors } = await reboot([good, foreign, fresh, quiet, old])
    expect([status, data.devices]).toEqual([207, 1])
    expect(Object.fromEntries(errors.map((error) => [error.source, error.code]))).toEqual({
      [foreign]: 'NOT_FOUND',
      [fresh]: 'NOT_ACTIVATED',
      [quiet]: 'MONITORING_DISABLED',
      [old]: 'UNSUPPORTED',
    })
    expect((await reboot([fresh])).status).toBe(422)
    const other = await admin.call(executeAction, {
      body: { action: 'reboot', data: [{ device_id: good }, { device_id: foreign }] },
    })
    expect([other.status, other.data.devices, other.errors[0]?.code]).toEqual([207, 1, 'NOT_FOUND'])
    expect((await reboot([foreign])).status).toBe(404)
  })

  test('all of a filter, in the caller’s scope alone', async () => {
    const firmware = 'FILTER_1'
    const mine = [
      await makeDevice(world, company, { caps, firmware }),
      await makeDevice(world, company, { caps, firmware }),
    ]
    await makeDevice(world, rival, { caps, firmware })
    const body = { action: 'reboot', filter: { firmware } } as const
    const { status, data } = await admin.call(executeAction, { body })
    expect([status, data.devices]).toEqual([200, 2])
    expect((await read(data.id)).targets.map((target) => target.device_id)).toEqual(mine)
  })

  test('a filter with a name it does not know, none at all, both ways at once, or nobody in it is refused', async () => {
    const send = (body: object) => admin.call(executeAction, { body: { action: 'reboot', ...body } as never })
    expect((await send({ filter: { firmwar: 'x' } })).status).toBe(422)
    expect((await send({})).status).toBe(422)
    expect((await send({ filter: {}, device_id: [1] })).status).toBe(422)
    expect((await send({ filter: { firmware: 'NOBODY' } })).errors[0]?.message).toBe('No device matches')
  })

  test('ten thousand are written at once, more are refused', async () => {
    const place = await makeCompany(world, 'Fleet')
    await makeUser(world, 'fleet', place, 2)
    const fleet = await world.as('fleet')
    const insert = (count: number) => sql`
      INSERT INTO devices (company_id, l1_id, name, serial, bound_at, status, caps)
      SELECT ${place.company_id}, ${place.l1_id}, 'F' || n, 'fleet' || ${count} || '-' || n, now(), 0, '{reboot}' FROM generate_series(1, ${count}::int) n`
    await insert(10_000).execute(world.db)
    const body = { action: 'reboot', filter: {} } as const
    const started = performance.now()
    const { status, data, meta } = await fleet.call(executeAction, { body })
    expect([status, data.devices]).toEqual([200, 10_000])
    expect(performance.now() - started).toBeLessThan(10_000)
    const { data: replay } = await poll(fleet, meta.channel)
    expect(Object.keys(replay)).toHaveLength(5000)
    const { socket, messages } = follow(fleet, meta.channel)
    await until(() => messages.flat().length === 5000)
    const cancelled = await fleet.call(cancelActions, { body: { action_id: data.id } })
    expect(cancelled.data.cancelled).toBe(10_000)
    await until(() => messages.flat().length === 15_000)
    expect(messages.length).toBeLessThanOrEqual(40)
    expect(new Set(messages.flat().map((event) => event.id)).size).toBe(15_000)
    socket.close()
    await insert(1).execute(world.db)
    const refused = await fleet.call(executeAction, { body })
    expect([refused.status, refused.errors[0]?.source]).toEqual([422, 'filter'])
  }, 60_000)
})

describe('cancel and retry', () => {
  test('S4.105: what waits can be cancelled by device, by job and by action; what was sent cannot', async () => {
    const enrolled = await offline()
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((text) => run(enrolled.deviceId, text)))
    const job = (await read(one!.data.id)).targets[0]!.id
    expect((await admin.call(cancelActions, { body: { job_id: [job] } })).data.cancelled).toBe(1)
    expect((await admin.call(cancelActions, { body: { action_id: two!.data.id } })).data.cancelled).toBe(1)
    expect((await admin.call(cancelActions, { body: { device_id: [enrolled.deviceId] } })).data.cancelled).toBe(1)
    expect((await read(three!.data.id)).targets[0]).toMatchObject({
      state: 'cancelled',
      message: 'Cancelled by admin@example.test',
    })
    const again = await admin.call(cancelActions, { body: { job_id: [job] } })
    expect([again.status, again.errors[0]?.code]).toEqual([409, 'CONFLICT'])

    const { id, device } = await online()
    const sent = await reboot([id])
    await heard(device)
    const late = await admin.call(cancelActions, { body: { job_id: [(await read(sent.data.id)).targets[0]!.id] } })
    expect(late.errors[0]?.message).toBe('Too late to cancel: it is sent')
    expect((await viewer.call(cancelActions, { body: { action_id: sent.data.id } })).status).toBe(403)
  })

  test('an expired one is retried as a new attempt with a new id', async () => {
    const enrolled = await offline()
    const { data, meta } = await reboot([enrolled.deviceId])
    await age('expires_at', data.id)
    expect((await reaches(data.id, 'expired'))[0]?.message).toBe('The device did not come online in time')
    const retried = await admin.call(retryAction, { body: { action_id: data.id } })
    expect([retried.status, retried.data.retried, retried.meta.channel]).toEqual([200, 1, meta.channel])
    const device = await connect(enrolled)
    expect((await heard(device)).id).toMatch(/_2_/)
    expect((await read(data.id)).targets[0]).toMatchObject({ state: 'sent', attempt: 2 })
    const none = await admin.call(retryAction, { body: { action_id: data.id } })
    expect(none.status).toBe(409)
  })

  test('a command is retried only by those who may run one', async () => {
    const enrolled = await offline()
    const { data } = await run(enrolled.deviceId, 'id')
    await age('expires_at', data.id)
    await reaches(data.id, 'expired')
    const support = await world.db
      .insertInto('roles')
      .values({ ...company, name: 'rebooter', title: 'Rebooter' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`INSERT INTO role_permissions (role_id, permission) VALUES (${support.id}, 'execute_device_actions'), (${support.id}, 'view_device_logs')`.execute(
      world.db,
    )
    await makeUser(world, 'rebooter', company, support.id)
    const rebooter = await world.as('rebooter')
    expect((await rebooter.call(retryAction, { body: { action_id: data.id } })).status).toBe(403)
  })

  test('deleting a device ends what was under way on it', async () => {
    const enrolled = await offline()
    const { data } = await reboot([enrolled.deviceId])
    await admin.call(deleteDevices, { body: { device_id: [enrolled.deviceId] } })
    await until(async () => (await read(data.id)).counts.failed === 1, 15_000)
    expect((await read(data.id)).targets[0]?.message).toBe('The device was deleted')
    const retried = await admin.call(retryAction, { body: { action_id: data.id } })
    expect([retried.status, retried.errors[0]?.message]).toEqual([409, 'The device was deleted'])
  })
})

describe('what is told of it', () => {
  test('lists, logs, pending jobs and the device’s activity; another company sees none of it', async () => {
    await makeUser(world, 'stranger', rival, 2)
    const stranger = await world.as('stranger')
    const enrolled = await offline()
    const id = enrolled.deviceId
    const { data, meta } = await reboot([id])
    const pending = await admin.call(listPendingActions, { query: { device_id: id } })
    expect(pending.data).toMatchObject([
      { job_type: 'reboot', name: 'Reboot', device_id: id, serial: enrolled.hello.serial },
    ])
    const active = await admin.call(listActions, { query: { device_id: id, active: true } })
    expect(active.data).toMatchObject([
      { id: data.id, total: 1, counts: { queued: 1 }, channel: meta.channel, device_id: id },
    ])
    expect((await viewer.call(listActions, { query: { device_id: id } })).data).toMatchObject([
      { id: data.id, channel: null },
    ])
    expect((await viewer.call(listActions, { query: { device_id: id, own: true } })).data).toEqual([])
    await age('expires_at', data.id)
    await reaches(data.id, 'expired')
    expect((await admin.call(listActions, { query: { device_id: id, active: true } })).data).toEqual([])
    const logs = await admin.call(listActionLogs, { query: { device_id: id } })
    expect(logs.data).toMatchObject([
      {
        action_name: 'reboot',
        request_target_state: 'expired',
        events: [{ action: 'Reboot: queued' }, { action: 'Reboot: expired' }],
      },
    ])
    const activity = await admin.call(getDeviceLogs, { params: { id }, query: { type: 'action' } })
    expect(activity.data).toMatchObject([
      {
        action_id: data.id,
        status: false,
        log: 'Reboot: The device did not come online in time',
        username: 'admin@example.test',
      },
      { action_id: data.id, status: true },
    ])
    expect((await stranger.call(getAction, { params: { id: data.id } })).status).toBe(404)
    expect((await stranger.call(listActions)).data).toEqual([])
    expect((await poll(stranger, meta.channel)).status).toBe(404)
    expect((await poll(viewer, meta.channel)).status).toBe(404)
  })

  test('a command for several devices', async () => {
    const one = await online()
    const two = await online()
    const { data } = await admin.call(executeCommands, {
      body: { command: 'id', device_id: [one.id, two.id], seconds: 5 },
    })
    for (const { device } of [one, two]) answer(device, (await heard(device)).id, 'done', 0, 'uid=0')
    expect(await reaches(data.id, 'done')).toHaveLength(2)
    expect(commandsOf(one.device)[0]?.seconds).toBe(5)
  })
})
