import { login, revokeToken } from '@longreach/contract/account/endpoints'
import { executeCommand } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import { createEnrolmentKey, revokeDevice } from '@longreach/contract/devices/endpoints'
import { formatUpLine, parseDownLine } from '@longreach/contract/link/lines'
import {
  type ClientEvents,
  type DeviceState,
  devicesChannel,
  type ServerEvents,
  socketPath,
  userChannel,
} from '@longreach/contract/live'
import { updateUser } from '@longreach/contract/users/endpoints'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from './test/client.ts'
import { connectEnrolled, enrolDevice } from './test/device.ts'
import type { TestDevice } from './test/gateway/device.ts'
import { hasNats, type NatsServer, startNats } from './test/nats-server.ts'
import { type Neighbour, shared, startNeighbour } from './test/neighbour.ts'
import { until } from './test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from './test/world.ts'

/** Milliseconds, well below the polling intervals: 5 s for actions, 30 s for sockets. */
const atOnce = 1500

describe.runIf(hasNats)('two nodes with NATS between', () => {
  let nats: NatsServer
  let near: World
  let far: Neighbour
  let company: Place
  let adminId: number
  let admin: TestClient
  let key: string
  let serial = 0
  const sockets: Socket<ServerEvents, ClientEvents>[] = []
  const devices: TestDevice[] = []

  const busOf = async (base: string) => ((await (await fetch(`${base}/ready`)).json()) as { bus: boolean }).bus
  const joined = () => until(async () => (await busOf(near.base)) && (await busOf(far.base)))

  beforeAll(async () => {
    nats = await startNats()
    near = await startWorld({ ...shared, NATS_URL: nats.url })
    far = await startNeighbour(near, { NATS_URL: nats.url })
    company = await makeCompany(near, 'Harbour')
    adminId = await makeUser(near, 'admin', company, 2)
    admin = await near.as('admin')
    key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 100 } })).data.key
    await joined()
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
    for (const device of devices.splice(0)) device.leave()
  })
  afterAll(async () => {
    await far?.stop()
    await near?.stop()
    await nats?.stop()
  })

  async function listen(base: string, client: TestClient) {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket: Socket<ServerEvents, ClientEvents> = io(base, {
      path: socketPath,
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie },
    })
    sockets.push(socket)
    await until(() => socket.connected)
    return socket
  }

  const follow = (socket: Socket<ServerEvents, ClientEvents>, channel: string, ids?: number[]) =>
    socket.emitWithAck('subscribe', { channel, ...(ids ? { data: { device_id: ids } } : {}) })

  const enrolFar = () =>
    enrolDevice(far.app.gatewayPort as number, key, {
      serial: `L-b${String(++serial).padStart(11, '0')}`,
      caps: ['reboot', 'exec'],
    })

  /** A device linked to the far node that answers every command. */
  async function deviceFar() {
    const enrolled = await enrolFar()
    const device = await connectEnrolled(far.app.gatewayPort as number, enrolled)
    devices.push(device)
    let seen = 0
    const asked: string[] = []
    device.channel.on('data', () => {
      for (; seen < device.lines.length; seen++) {
        const line = parseDownLine(device.lines[seen] ?? '')
        if (line?.verb !== 'cmd') continue
        asked.push(line.id)
        device.say(
          formatUpLine({ verb: 'result', id: line.id, state: 'done', exit: 0, part: 1, parts: 1, text: 'heard' }),
        )
      }
    })
    return { id: enrolled.deviceId, device, asked }
  }

  async function run(id: number) {
    const { data, meta } = await admin.call(executeCommand, { params: { id }, body: { command: 'id' } })
    const ended = async () => {
      const { targets } = (await admin.call(getAction, { params: { id: data.id }, query: {} })).data
      return targets.every(({ state }) => state === 'done')
    }
    return { ended, channel: String(meta.channel) }
  }

  test('a command for a device on the other node goes at once, each time', async () => {
    const { id, asked } = await deviceFar()
    for (let round = 1; round <= 5; round++) {
      const { ended } = await run(id)
      await until(ended, atOnce)
      expect(asked).toHaveLength(round)
    }
  })

  test('a screen on one node follows work on a device of the other, step by step', async () => {
    const { id } = await deviceFar()
    const socket = await listen(near.base, admin)
    // Earlier and new events arrive mixed: their ids give the order.
    const steps = new Map<number, string>()
    socket.on('ActionStatusUpdated', ({ events }) => {
      for (const event of events) steps.set(event.id, event.data.status)
    })
    const { channel } = await run(id)
    socket.emit('subscribe', { channel })
    await until(() => [...steps.values()].includes('completed'), atOnce)
    const inOrder = [...steps].sort(([one], [other]) => one - other).map(([, status]) => status)
    expect(inOrder).toEqual(['queued', 'sent', 'completed'])
  })

  test('a device that connects and disconnects on one node does so on the screens of the other', async () => {
    const enrolled = await enrolFar()
    const socket = await listen(near.base, admin)
    const states: DeviceState[] = []
    socket.on('DeviceStateChanged', ({ data }) => states.push(data))
    await follow(socket, devicesChannel(adminId), [enrolled.deviceId])
    const device = await connectEnrolled(far.app.gatewayPort as number, enrolled)
    await until(() => states.at(-1)?.status === 1, atOnce)
    device.leave()
    await until(() => states.at(-1)?.status === 0, atOnce)
  })

  test('revoking a device on one node closes its link on the other', async () => {
    const { id, device } = await deviceFar()
    await admin.call(revokeDevice, { params: { id } })
    await until(device.closed, atOnce)
  })

  test('a device that connects to one node loses its link to the other, and stays online', async () => {
    const enrolled = await enrolFar()
    const older = await connectEnrolled(far.app.gatewayPort as number, enrolled)
    const newer = await connectEnrolled(near.app.gatewayPort as number, enrolled)
    devices.push(newer)
    await until(older.closed, atOnce)
    expect(older.lines.some((line) => line.startsWith('refused '))).toBe(true)
    expect(newer.closed()).toBe(false)
    const { rows } = await near.pool.query('SELECT status FROM devices WHERE id = $1', [enrolled.deviceId])
    expect(rows).toEqual([{ status: 1 }])
  })

  test('signing out ends the sockets on the other node, and a lesser role unsubscribes them from devices', async () => {
    const { id } = await deviceFar()
    await makeUser(near, 'other', company, 2)
    const other = await near.as('other')
    const socket = await listen(far.base, other)
    await other.call(revokeToken)
    await until(() => !socket.connected, atOnce)

    const memberId = await makeUser(near, 'member', company, 2)
    const member = await listen(far.base, await far.as('member'))
    const channels: string[] = []
    member.on('RightsChanged', ({ channel }) => channels.push(channel))
    await follow(member, userChannel(memberId))
    await follow(member, devicesChannel(memberId), [id])
    await admin.call(updateUser, { params: { id: memberId }, body: { role_id: 4 } })
    await until(() => channels.length > 0, atOnce)
    expect(channels).toEqual([userChannel(memberId)])
  })

  test('wrong passwords are counted together, on whichever node', async () => {
    await makeUser(near, 'guessed', company, 2)
    const clients = [await near.as('admin'), await far.as('admin')]
    const body = { username: 'guessed@example.test', password: 'Wrong-horse-1' }
    const answers: number[] = []
    for (let attempt = 0; attempt < 11; attempt++) {
      answers.push((await clients[attempt % 2]!.call(login, { body })).status)
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(answers[10]).toBe(429)
  })

  test('while NATS is unavailable commands and screens are delayed, and immediate again when it is back', async () => {
    const { id, asked } = await deviceFar()
    const socket = await listen(near.base, admin)
    const steps: string[] = []
    socket.on('ActionStatusUpdated', ({ events }) => steps.push(...events.map(({ data }) => data.status)))
    await nats.stop()
    await until(async () => !(await busOf(near.base)) && !(await busOf(far.base)))
    expect((await fetch(`${near.base}/ready`)).status).toBe(200)
    expect(await (await fetch(`${near.base}/metrics`)).text()).toMatch(/^bus_connected 0$/m)
    const lost = await run(id)
    await follow(socket, lost.channel)
    await until(lost.ended)
    await until(() => steps.at(-1) === 'completed')
    await nats.start()
    await joined()
    const { ended } = await run(id)
    await until(ended, atOnce)
    expect(asked).toHaveLength(2)
  })
})
