import { connect } from 'node:net'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { formatUpLine } from '@longreach/contract/link/lines'
import ssh2 from 'ssh2'
import type { TestClient } from './client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from './device.ts'
import type { TestDevice } from './gateway/device.ts'
import type { Place, World } from './world.ts'

export interface RemoteDevice {
  id: number
  /** `host:port` from the device's view → local port; connections to anything else are refused. */
  network: Map<string, number>
  /** Keys that its SSH server accepts now, by session. */
  keys: Map<string, string>
  /** Its answer to `authorize`. */
  authorize: { state: 'done' | 'failed'; exit: number; text: string }
  commands: string[]
  tunnels: Set<ssh2.Client>
  enrolled: Enrolled
  /** Port for its tunnels: that of its link, unless a balancer selected another. */
  tunnelPort: number
  /** Connects; also reconnects after `leave`. */
  arrive(): Promise<void>
  leave(): void
}

let serial = 7_100_000_000

/** A device that opens tunnels into a network of local servers and authorises keys. */
export async function startRemoteDevice(
  world: Pick<World, 'app'>,
  admin: TestClient,
  place: Place,
): Promise<RemoteDevice> {
  const port = world.app.gatewayPort as number
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id: place.company_id } })
  const identity = { serial: String(++serial), caps: ['sh', 'tunnel', 'authorize'] }
  const enrolled = await enrolDevice(port, data.key, identity)
  let link: TestDevice | undefined
  const device: RemoteDevice = {
    id: enrolled.deviceId,
    network: new Map(),
    keys: new Map(),
    authorize: { state: 'done', exit: 0, text: 'user=root server=openssh' },
    commands: [],
    tunnels: new Set(),
    enrolled,
    tunnelPort: port,
    async arrive() {
      link = await connectEnrolled(port, enrolled)
      let seen = 0
      const client = link
      client.channel.on('data', () => {
        for (; seen < client.lines.length; seen++) obey(client, client.lines[seen] ?? '')
      })
    },
    leave() {
      link?.leave()
      for (const tunnel of device.tunnels) tunnel.destroy()
    },
  }

  function obey(from: TestDevice, line: string): void {
    const [word, id = '', verb = '', , ...args] = line.split(' ')
    if (word !== 'cmd') return
    device.commands.push(verb)
    const answer = (state: 'done' | 'failed', exit: number, text: string) =>
      from.say(formatUpLine({ verb: 'result', id, state, exit, part: 1, parts: 1, text }))
    if (verb === 'tunnel') {
      openTunnel(args as [string, string, string])
      answer('done', 0, '')
    } else if (verb === 'authorize') {
      const [session = '', , ...key] = args
      const { state, exit, text } = device.authorize
      if (state === 'done') device.keys.set(session, key.join(' '))
      answer(state, exit, text)
    } else if (verb === 'deauthorize') {
      device.keys.delete(args[0] ?? '')
      answer('done', 0, '')
    }
  }

  function openTunnel([ticket, host, port_]: [string, string, string]): void {
    const client = new ssh2.Client()
    device.tunnels.add(client)
    client.on('close', () => device.tunnels.delete(client))
    client.on('error', () => {})
    client.on('tcp connection', (_details, accept, reject) => {
      const to = device.network.get(`${host}:${port_}`)
      if (to === undefined) return reject()
      const socket = connect({ host: '127.0.0.1', port: to, noDelay: true, allowHalfOpen: true })
      socket.once('error', () => reject())
      socket.once('connect', () => {
        const channel = accept()
        socket.on('error', () => channel.destroy())
        channel.on('error', () => socket.destroy())
        channel.on('close', () => socket.destroy())
        socket.pipe(channel)
        channel.pipe(socket)
      })
    })
    client.once('ready', () => client.forwardIn(ticket, 1, () => {}))
    client.connect({
      sock: connect({ port: device.tunnelPort, host: '127.0.0.1', noDelay: true }),
      username: String(enrolled.deviceId),
      privateKey: enrolled.privateKey,
    })
  }

  await device.arrive()
  return device
}
