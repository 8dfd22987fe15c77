import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionOptions, connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Metrics } from '../metrics.ts'
import { type Seal, sameText } from '../seal.ts'
import { type Bus, createBus } from './bus.ts'
import { halve } from './halve.ts'
import { messagesMissed, type Topic } from './topic.ts'

/**
 * Milliseconds between reconnects, plus up to half as much jitter; between pings, two of which may go unanswered;
 * between polls of this node while NATS is unavailable.
 */
const usualTimes = { retry: 1000, ping: 10_000, look: 10_000 }
type Times = typeof usualTimes
/** Timeout of one connection attempt, in milliseconds. */
const connectMs = 5000
const defaultPort = '4222'
const macLength = 64
/** The default limit of NATS is one megabyte. */
const usualPayload = 1024 * 1024

export interface NatsBusDeps {
  servers: readonly string[]
  seal: Seal
  metrics: Pick<Metrics, 'counter' | 'gauge'>
  log: { info(details: object, message: string): void; warn(details: object, message: string): void }
  onError(error: unknown): void
  times?: Times
}

export interface NatsBus extends Bus {
  connected(): boolean
  stop(): Promise<void>
}

/**
 * A bus between nodes over core NATS. Subscribers on this node get its own messages directly, with or without NATS.
 * Messages that cannot be sent while NATS is unavailable are dropped, never queued.
 */
export function createNatsBus(deps: NatsBusDeps): NatsBus {
  const { servers, seal, metrics, log, onError, times = usualTimes } = deps
  const local = createBus(onError)
  /** Topics with subscribers on this node; messages of others are of no interest here. */
  const heard = new Map<string, Topic<unknown>>()
  /** Installations that share a NATS server must not receive each other's messages. */
  const prefix = `longreach.${seal.mac('bus', 'installation').slice(0, 16)}`
  const sent = metrics.counter('bus_sent_total', 'Messages sent to other nodes')
  const received = metrics.counter('bus_received_total', 'Messages of other nodes')
  const dropped = metrics.counter(
    'bus_dropped_total',
    'Messages not sent to other nodes: NATS unavailable, or message too big',
  )
  const refused = metrics.counter(
    'bus_refused_total',
    'Messages refused: not from a node of this installation and release',
  )
  let connection: NatsConnection | undefined
  let up = false
  let stopped = false
  const over = new AbortController()
  metrics.gauge('bus_connected', '1 while connected to NATS', () => (up ? 1 : 0))

  const macOf = (subject: string, body: string) => seal.mac('bus', `${subject}\n${body}`)

  function send(topic: string, message: object): void {
    if (!up || !connection) return void dropped()
    const subject = `${prefix}.${topic}`
    const body = JSON.stringify(message)
    // An upper bound: each UTF-16 unit takes at most three bytes.
    const most = connection.info?.max_payload ?? usualPayload
    if (body.length * 3 + macLength > most && Buffer.byteLength(body) + macLength > most) {
      const parts = halve(message)
      if (!parts) return void dropped()
      for (const part of parts) send(topic, part)
      return
    }
    connection.publish(subject, macOf(subject, body) + body)
    sent()
  }

  function hear(subject: string, text: string): void {
    const name = subject.slice(prefix.length + 1)
    const body = text.slice(macLength)
    if (!sameText(text.slice(0, macLength), macOf(subject, body))) return void refused()
    const topic = heard.get(name)
    if (!topic) return
    const parsed = topic.schema?.safeParse(JSON.parse(body))
    if (!parsed?.success) {
      log.warn({ topic: name }, 'message of another node refused')
      return void refused()
    }
    received()
    local.publish(topic, parsed.data)
  }

  async function listen(subscription: Subscription): Promise<void> {
    for await (const message of subscription) {
      try {
        hear(message.subject, message.string())
      } catch (error) {
        refused()
        onError(error)
      }
    }
  }

  function setConnected(connected: boolean, server: string): void {
    if (up === connected || stopped) return
    up = connected
    if (!connected) return void log.warn({ server }, 'NATS unavailable: nodes poll instead of being notified')
    log.info({ server }, 'NATS connected')
    local.publish(messagesMissed, {})
  }

  /** NATS counts as connected once it has the subscriptions of this node. */
  function settle(made: NatsConnection): void {
    made.flush().then(
      () => setConnected(true, made.getServer()),
      () => {},
    )
  }

  async function follow(made: NatsConnection): Promise<void> {
    for await (const status of made.status()) {
      if (status.type === 'disconnect') setConnected(false, status.server)
      else if (status.type === 'reconnect') settle(made)
      else if (status.type === 'error') log.warn({ err: status.error }, 'NATS error')
      else if (status.type === 'slowConsumer')
        log.warn({}, 'messages of other nodes arrive faster than they are processed')
    }
  }

  /** Besides the client's own retries: connects for the first time, and again if the client gives up. */
  async function stay(): Promise<void> {
    for (let said = false; !stopped; said = true) {
      try {
        const made = await connect(optionsOf(servers, times))
        connection = made
        void listen(made.subscribe(`${prefix}.>`)).catch(onError)
        void follow(made).catch(onError)
        settle(made)
        if (stopped) await made.close()
        await made.closed()
        setConnected(false, made.getServer())
      } catch (error) {
        if (!said && !stopped)
          log.warn({ err: error }, 'No connection to NATS at the start: nodes poll instead of being notified')
      }
      await delay(times.retry, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const staying = stay()
  const looks = setInterval(() => {
    if (!up) local.publish(messagesMissed, {})
  }, times.look)

  return {
    publish(topic, message) {
      local.publish(topic, message)
      if (topic.schema) send(topic.name, message as object)
    },
    subscribe(topic, listener) {
      heard.set(topic.name, topic)
      return local.subscribe(topic, listener)
    },
    connected: () => up,
    async stop() {
      stopped = true
      up = false
      over.abort()
      clearInterval(looks)
      await connection?.close()
      await staying
    },
  }
}

/** The options of the first address apply to all of them. */
function optionsOf(servers: readonly string[], times: Times): ConnectionOptions {
  const urls = servers.map((server) => new URL(server))
  const [user = '', pass = ''] = [urls[0]?.username, urls[0]?.password].map((text) => decodeURIComponent(text ?? ''))
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || defaultPort}`),
    ...(pass ? { user, pass } : user ? { token: user } : {}),
    tls: urls.some(({ protocol }) => protocol === 'tls:') ? {} : null,
    name: 'longreach',
    noEcho: true,
    timeout: connectMs,
    reconnect: true,
    maxReconnectAttempts: -1,
    // While a password is being changed on both sides, it is briefly wrong on one of them.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: times.retry,
    reconnectJitter: times.retry / 2,
    reconnectJitterTLS: times.retry / 2,
    pingInterval: times.ping,
    maxPingOut: 2,
  }
}
