import { executeAction, executeCommand } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { formatUpLine, type Hello, parseDownLine } from '@longreach/contract/link/lines'
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
import { afterAll, beforeAll } from 'vitest'
import type { TestClient } from '../client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../device.ts'
import type { TestDevice } from '../gateway/device.ts'
import { until } from '../until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../world.ts'

/** The world of the test file that called `useActionWorld`. */
export const at = {} as {
  world: World
  company: Place
  rival: Place
  admin: TestClient
  viewer: TestClient
  /** An enrolment key for any number of devices. */
  key: string
}

/** For the tests of a file: a server with two companies, an administrator and a user with read-only permissions. */
export function useActionWorld(): void {
  beforeAll(async () => {
    at.world = await startWorld()
    at.company = await makeCompany(at.world, 'Harbour')
    at.rival = await makeCompany(at.world, 'Rival')
    await makeUser(at.world, 'admin', at.company, 2)
    await makeUser(at.world, 'viewer', at.company, 4)
    at.admin = await at.world.as('admin')
    at.viewer = await at.world.as('viewer')
    const body = { company_id: at.company.company_id, uses: 1000 }
    at.key = (await at.admin.call(createEnrolmentKey, { body })).data.key
  })
  afterAll(async () => at.world?.stop())
}

export const caps = ['reboot', 'exec', 'upgrade-agent', 'password', 'send', 'fetch', 'firmware']
let boots = 0
let serial = 0
export const freshBoot = () => `b${String(++boots).padStart(11, '0')}`.replace('b', 'a')

const enrol = (hello: Partial<Hello> = {}) =>
  enrolDevice(at.world.app.gatewayPort as number, at.key, {
    serial: `L-a${String(++serial).padStart(11, '0')}`,
    caps,
    boot: freshBoot(),
    ...hello,
  })
export const connect = (enrolled: Enrolled) => connectEnrolled(at.world.app.gatewayPort as number, enrolled)

export async function online(
  hello: Partial<Hello> = {},
): Promise<{ enrolled: Enrolled; id: number; device: TestDevice }> {
  const enrolled = await enrol(hello)
  return { enrolled, id: enrolled.deviceId, device: await connect(enrolled) }
}

/** A known device that is offline. */
export async function offline(hello: Partial<Hello> = {}): Promise<Enrolled> {
  const { enrolled, device, id } = await online(hello)
  device.leave()
  await until(
    async () =>
      (await at.world.db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirst())?.status === 0,
  )
  return enrolled
}

export const commandsOf = (device: TestDevice) =>
  device.lines.flatMap((line) => {
    const parsed = parseDownLine(line)
    return parsed?.verb === 'cmd' ? [parsed] : []
  })

export async function heard(device: TestDevice, count = 1) {
  await until(() => commandsOf(device).length >= count)
  return commandsOf(device)[count - 1]!
}

export function answer(
  device: TestDevice,
  id: string,
  state: 'done' | 'failed' | 'already',
  exit: number,
  output = '',
) {
  const parts = outputParts(escapeOutput(output))
  device.say(
    ...parts.map((text, index) =>
      formatUpLine({ verb: 'result', id, state, exit, part: index + 1, parts: parts.length, text }),
    ),
  )
}

export const read = async (action: number, client = at.admin) =>
  (await client.call(getAction, { params: { id: action }, query: { limit: 100 } })).data

export async function reaches(action: number, state: string) {
  await until(async () => (await read(action)).targets.every((target) => target.state === state))
  return (await read(action)).targets
}

export const reboot = (ids: number[], more: object = {}, client = at.admin) =>
  client.call(executeAction, { body: { action: 'reboot', device_id: ids, ...more } })
export const run = (id: number, command: string) => at.admin.call(executeCommand, { params: { id }, body: { command } })

/** Makes everything due now that the engine would do later. */
export const age = (column: 'due_at' | 'lease_until' | 'expires_at', action: number) =>
  sql`UPDATE action_targets SET ${sql.ref(column)} = now() - interval '1 second' WHERE action_id = ${action}`.execute(
    at.world.db,
  )

export const poll = async (client: TestClient, channel: unknown) => {
  const response = await client.fetch(`${pollingPath}/${channel}`)
  return {
    status: response.status,
    data: ((await response.json()) as { data: Record<string, { status: string }[]> }).data,
  }
}

/** Events of a channel on the socket of a client, message by message. */
export function follow(client: TestClient, channel: unknown) {
  const socket: Socket<ServerEvents, ClientEvents> = io(at.world.base, {
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
