import { globSync } from 'node:fs'
import path from 'node:path'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertRulesChanged, alertsChanged } from '../domains/alerts/topics.ts'
import {
  actionsQueued,
  deviceAdded,
  deviceChanged,
  deviceDropped,
  deviceLinked,
  deviceRemoved,
  deviceState,
  enrolmentProgress,
} from '../domains/devices/topics.ts'
import { notificationCreated } from '../domains/notifications/topics.ts'
import { remoteChanged, remoteClosed } from '../domains/remote/topics.ts'
import { rightsChanged } from '../domains/roles/topics.ts'
import { sessionEnded } from '../domains/users/topics.ts'
import { channelEventsAdded } from '../endpoint/channels.ts'
import { createMetrics } from '../metrics.ts'
import { createSeal } from '../seal.ts'
import { hasNats, type NatsServer, startNats } from '../test/nats-server.ts'
import { until } from '../test/until.ts'
import { type Bus, createBus } from './bus.ts'
import { createNatsBus, type NatsBus } from './nats-bus.ts'
import { messagesMissed, type Topic } from './topic.ts'

const seal = createSeal(Buffer.alloc(32, 1))
const errors: unknown[] = []
const warnings: string[] = []
const log = { info: () => {}, warn: (_details: object, message: string) => void warnings.push(message) }

let nats: NatsServer | undefined
const opened: NatsBus[] = []

test.runIf(process.env.CI)('CI has a NATS server', () => expect(hasNats).toBe(true))

beforeAll(async () => {
  if (hasNats) nats = await startNats()
})
afterAll(async () => nats?.stop())
beforeEach(() => {
  errors.length = 0
  warnings.length = 0
})
afterEach(async () => {
  for (const bus of opened.splice(0)) await bus.stop()
})

function open(servers = [nats?.url as string], key = seal, times = { retry: 20, ping: 50, look: 60_000 }) {
  const metrics = createMetrics()
  const bus = createNatsBus({ servers, seal: key, metrics, log, onError: (error) => errors.push(error), times })
  opened.push(bus)
  const count = async (name: string) => {
    const found = await metrics.registry.getSingleMetric(name)?.get()
    return found?.values[0]?.value
  }
  return Object.assign(bus, { count })
}

async function joined(servers?: string[], key?: typeof seal) {
  const bus = open(servers, key)
  await until(bus.connected)
  return bus
}

function record<Message>(bus: Bus, topic: Topic<Message>) {
  const heard: Message[] = []
  const end = bus.subscribe(topic, (message) => void heard.push(message))
  return { heard, end }
}

const said = <Message>(topic: Topic<Message>, message: Message) =>
  ({ topic, message }) as { topic: Topic<unknown>; message: unknown }

/** Names of the topics of all domains, and of the progress of work. */
async function declaredTopics(): Promise<string[]> {
  const domains = path.resolve(import.meta.dirname, '../domains')
  const files = globSync('*/topics.ts', { cwd: domains }).map((file) => import(path.join(domains, file)))
  const exported = (await Promise.all(files)).flatMap((file) => Object.values<Partial<Topic<unknown>>>(file))
  return [channelEventsAdded, ...exported].flatMap(({ name, schema }) => (name && schema ? [name] : [])).sort()
}

/** A connected sender and receiver. */
interface Kind {
  speaker: Bus
  listener: Bus
}

const kinds: [string, () => Promise<Kind>][] = [
  [
    'within one process',
    async () => {
      const bus = createBus((error) => errors.push(error))
      return { speaker: bus, listener: bus }
    },
  ],
  ...(hasNats
    ? ([
        [
          'over NATS, heard on the node that speaks',
          async () => {
            const bus = await joined()
            return { speaker: bus, listener: bus }
          },
        ],
        ['over NATS, heard on another node', async () => ({ listener: await joined(), speaker: await joined() })],
      ] as [string, () => Promise<Kind>][])
    : []),
]

describe.each(kinds)('a bus %s', (_name, make) => {
  let bus: Kind
  beforeEach(async () => {
    bus = await make()
  })

  test('delivers messages once, whole and in order, to every subscriber of the topic', async () => {
    const one = record(bus.listener, deviceRemoved)
    const two = record(bus.listener, deviceRemoved)
    const other = record(bus.listener, sessionEnded)
    for (let id = 1; id <= 100; id++) bus.speaker.publish(deviceRemoved, { id })
    await until(() => one.heard.length >= 100)
    expect(one.heard).toEqual(Array.from({ length: 100 }, (_, at) => ({ id: at + 1 })))
    expect(two.heard).toEqual(one.heard)
    expect(other.heard).toEqual([])
  })

  test('delivers every topic unchanged', async () => {
    const all = [
      said(deviceState, {
        id: 7,
        status: 1,
        signal: -71,
        connection_type: '4G',
        operator: null,
        config_state: null,
        last_update_at: '2026-01-02 03:04:05',
        offline_reason: null,
        last_connection_at: null,
      }),
      said(deviceAdded, { id: 7, name: 'Gate ä €', userId: null }),
      said(enrolmentProgress, {
        userId: 3,
        progress: { enrolment_key_id: 4, step: 'enrolled', device: { id: 7, name: 'Gate' }, reason: null },
      }),
      said(deviceRemoved, { id: 7 }),
      said(deviceLinked, { id: 7, epoch: 12 }),
      said(deviceChanged, { id: 7 }),
      said(deviceDropped, { id: 7, code: 203, reason: 'revoked' }),
      said(alertsChanged, { place: { company_id: 1, l1_id: 1, l2_id: null }, deviceIds: [7] }),
      said(alertRulesChanged, { deviceIds: [7] }),
      said(sessionEnded, { id: 5 }),
      said(rightsChanged, { userIds: [1, 2, 3] }),
      said(notificationCreated, {
        userId: 4,
        notification: {
          id: 9,
          type: 'invitedUserRegistration',
          summary: 'New registration',
          data: { user_id: 4, username: 'ann' },
          created_at: '2026-01-02 03:04:05',
          seen_at: null,
        },
      }),
      said(remoteClosed, { id: 6, reason: 'Closed by the user' }),
      said(remoteChanged, { id: 6 }),
      said(channelEventsAdded, {
        channel: 'private-status.1.x',
        events: [
          { id: 1, key: '7', event: { status: 'running', value: 'Half', progress: { value: 1, total: 2 } } },
          { id: 2, key: '7', event: { status: 'completed', value: 'Done', link: '/x', data: { any: ['thing'] } } },
        ],
      }),
      said(actionsQueued, {}),
    ]
    const records = all.map(({ topic }) => record(bus.listener, topic))
    for (const { topic, message } of all) bus.speaker.publish(topic, message)
    await until(() => records.every(({ heard }) => heard.length > 0))
    expect(records.map(({ heard }) => heard)).toEqual(all.map(({ message }) => [message]))
    expect(all.map(({ topic }) => topic.name).sort()).toEqual(await declaredTopics())
  })

  test('continues when a listener fails, and skips unsubscribed ones', async () => {
    bus.listener.subscribe(sessionEnded, () => {
      throw new Error('listener')
    })
    const gone = record(bus.listener, sessionEnded)
    gone.end()
    const stays = record(bus.listener, sessionEnded)
    bus.speaker.publish(sessionEnded, { id: 1 })
    await until(() => stays.heard.length === 1)
    expect(gone.heard).toEqual([])
    expect(errors).toEqual([expect.objectContaining({ message: 'listener' })])
  })
})

describe.runIf(hasNats)('over NATS', () => {
  const server = () => nats as NatsServer

  test('a message bigger than NATS takes arrives in parts; one that cannot be cut is dropped and counted', async () => {
    const listener = await joined()
    const speaker = await joined()
    const queued = record(listener, actionsQueued)
    const names = record(listener, deviceAdded)
    const deviceIds = Array.from({ length: 300_000 }, (_, at) => 1_000_000 + at)
    speaker.publish(actionsQueued, { deviceIds })
    speaker.publish(deviceAdded, { id: 1, name: 'x'.repeat(2_000_000), userId: 1 })
    speaker.publish(deviceAdded, { id: 2, name: 'y', userId: 1 })
    await until(() => names.heard.length > 0)
    expect(names.heard.map(({ id }) => id)).toEqual([2])
    expect(queued.heard.length).toBeGreaterThan(1)
    expect(queued.heard.flatMap((message) => message.deviceIds ?? [])).toEqual(deviceIds)
    expect(await speaker.count('bus_dropped_total')).toBe(1)
  })

  test('messages of another installation, a stranger or another release are ignored', async () => {
    const listener = await joined()
    const other = await joined(undefined, createSeal(Buffer.alloc(32, 2)))
    const heard = record(listener, deviceDropped)
    const missed = record(listener, messagesMissed)
    other.publish(deviceDropped, { id: 1, code: 1, reason: 'of another installation' })
    const stranger = await connect({ servers: `127.0.0.1:${server().port}` })
    const prefix = `longreach.${seal.mac('bus', 'installation').slice(0, 16)}`
    const say = (topic: string, body: string, mac?: string) =>
      stranger.publish(`${prefix}.${topic}`, (mac ?? seal.mac('bus', `${prefix}.${topic}\n${body}`)) + body)
    const message = JSON.stringify({ id: 1, code: 1, reason: 'forged' })
    say('device.dropped', message, '0'.repeat(64))
    // With the seal of another topic.
    say('device.dropped', message, seal.mac('bus', `${prefix}.device.removed\n${message}`))
    say('device.dropped', '{"id":"1","code":1,"reason":"not what it was"}')
    say('device.dropped', 'no JSON')
    say('device.vanished', message)
    say('bus.missed', '{}')
    say('device.dropped', JSON.stringify({ id: 2, code: 1, reason: 'ours', later: 'a field of the next release' }))
    await until(() => heard.heard.length > 0)
    expect(heard.heard).toEqual([{ id: 2, code: 1, reason: 'ours' }])
    expect(missed.heard).toEqual([])
    // A topic without a subscriber here is no fault.
    expect(await listener.count('bus_refused_total')).toBe(5)
    expect(errors).toHaveLength(1)
    await stranger.close()
  })

  test('nodes that start before NATS, lose it and freeze with it recover by themselves and log it', async () => {
    const own = await startNats()
    await own.stop()
    const listener = open([own.url])
    const speaker = open([own.url])
    const heard = record(listener, deviceRemoved)
    const missed = record(listener, messagesMissed)
    await until(() => warnings.length >= 2)
    speaker.publish(deviceRemoved, { id: 1 })
    await own.start()
    await until(() => listener.connected() && speaker.connected())
    expect(missed.heard).toHaveLength(1)
    speaker.publish(deviceRemoved, { id: 2 })
    await until(() => heard.heard.length === 1)

    await own.stop()
    await until(() => !listener.connected() && !speaker.connected())
    expect(await listener.count('bus_connected')).toBe(0)
    speaker.publish(deviceRemoved, { id: 3 })
    await own.start()
    await until(() => listener.connected() && speaker.connected())
    expect(await listener.count('bus_connected')).toBe(1)
    speaker.publish(deviceRemoved, { id: 4 })
    await until(() => heard.heard.length === 2)

    // Connected, but no message arrives.
    own.freeze()
    await until(() => !listener.connected() && !speaker.connected())
    own.thaw()
    await until(() => listener.connected() && speaker.connected())
    speaker.publish(deviceRemoved, { id: 5 })
    await until(() => heard.heard.length === 3)
    // Messages published during the outage are not delivered later.
    expect(heard.heard).toEqual([{ id: 2 }, { id: 4 }, { id: 5 }])
    expect(missed.heard).toHaveLength(3)
    expect(await speaker.count('bus_dropped_total')).toBe(2)
    expect(warnings.filter((line) => line.startsWith('NATS unavailable'))).toHaveLength(4)
    await own.stop()
  })

  test('while NATS is unavailable subscribers are asked to poll at intervals', async () => {
    const alone = open(['nats://127.0.0.1:9'], seal, { retry: 20, ping: 50, look: 10 })
    const missed = record(alone, messagesMissed)
    await until(() => missed.heard.length >= 3)
    const there = open(undefined, seal, { retry: 20, ping: 50, look: 10 })
    await until(there.connected)
    const heard = record(there, messagesMissed)
    await until(() => missed.heard.length >= 10)
    expect(heard.heard).toEqual([])
  })

  test('a password is required, retried forever and never logged', async () => {
    const own = await startNats(['--user', 'node', '--pass', 'p@ss:word'])
    const refused = open([own.url.replace('//', '//node:wrong@')])
    await until(() => warnings.length > 0)
    expect(refused.connected()).toBe(false)
    const letIn = await joined([own.url.replace('//', '//node:p%40ss%3Aword@')])
    expect(letIn.connected()).toBe(true)
    expect(warnings.join()).not.toMatch(/wrong|word/)
    await own.stop()
  })

  test('stopping is immediate, also while NATS is unavailable', async () => {
    const unreachable = open(['nats://127.0.0.1:9'])
    const started = Date.now()
    await unreachable.stop()
    expect(Date.now() - started).toBeLessThan(1000)
  })
})
