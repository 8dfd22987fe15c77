import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { text } from '@longreach/contract/i18n'
import { linkCodes } from '@longreach/contract/link/codes'
import { parseGet, parsePut } from '@longreach/contract/link/files'
import type { ServerChannel } from 'ssh2'
import {
  DeviceOffline,
  type DevicePort,
  type Driver,
  type Neighbours,
  type OwnLinks,
  type Presence,
  type ServedFile,
} from '../drivers/driver.ts'
import { createAddressBuckets } from './address-buckets.ts'
import { createAsks } from './asks.ts'
import { createAttempts } from './attempts.ts'
import { createBusy } from './busy.ts'
import type { Connection } from './connection.ts'
import { openControlLink } from './control-link.ts'
import { createDepartures } from './departures.ts'
import { openEnrolLink } from './enrol-link.ts'
import { createFiles } from './files.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { serveAgentScript } from './install/install.ts'
import { defaultLimits, defaultTimes, type GatewayLimits, type GatewayTimes } from './limits.ts'
import { createLineChannel, type LineHandler } from './line-channel.ts'
import { createLinks, secondsAfterReplacement } from './links.ts'
import type { Log } from './log.ts'
import { type GatewayMetrics, noMetrics } from './metrics.ts'
import { createReceiver } from './receive.ts'
import { refusal } from './refusal.ts'
import { openRefusedLink } from './refused-link.ts'
import { checkSignIn, type Login } from './sign-in.ts'
import { createSshServer } from './ssh-server.ts'
import { createTokenBucket } from './token-bucket.ts'
import { createTrafficMeter } from './traffic-meter.ts'
import { createTunnels } from './tunnels/tunnels.ts'

const unknownRetry = 600
const revokedRetry = 3600

export interface AgentDriverDeps {
  port: DevicePort
  /** Port 0 picks a free one. */
  listen: { host: string; port: number }
  /** True for the address of a balancer, which sends the client's address in a PROXY header. */
  balancer?: (address: string) => boolean
  /** ed25519 private key in OpenSSH or PEM format; shared by all gateway nodes. */
  hostKey: string
  /** The single file the device installs. */
  agent: ServedFile
  log: Log
  limits?: Partial<GatewayLimits>
  times?: Partial<GatewayTimes>
  metrics?: GatewayMetrics
  /** Other nodes, for devices with a link or tunnel there. */
  neighbours?: Neighbours
  /** Monotonic clock, milliseconds. */
  now?: () => number
  random?: () => number
}

export interface AgentDriver extends Driver {
  /** The links of this node. */
  open(): Presence[]
  /** Its port, once started. */
  address(): { port: number } | undefined
  /** Requests of other nodes to this one, limited to its own links and tunnels. */
  here: OwnLinks
}

/** `native` with ssh2's compiled addon, `javascript` without; the latter needs about twice the CPU for bulk data. */
function cryptoInUse(): string {
  const internals: { bindingAvailable?: boolean } = createRequire(import.meta.url)('ssh2/lib/protocol/crypto.js')
  return internals.bindingAvailable ? 'native' : 'javascript'
}

/** The driver of the native link: one SSH connection per device. */
export function createAgentDriver(given: AgentDriverDeps): AgentDriver {
  const { port, log } = given
  const limits = { ...defaultLimits, ...given.limits }
  const times = { ...defaultTimes, ...given.times }
  const metrics = given.metrics ?? noMetrics
  const now = given.now ?? (() => performance.now())
  const busy = createBusy({ rate: limits.admission.rate, now, random: given.random ?? Math.random })
  const links = createLinks({ changed: metrics.links })
  const asks = createAsks()
  const note = createAttempts({ port, limits, log, now })
  const deps: GatewayDeps = {
    port,
    limits,
    times,
    metrics,
    log,
    now,
    busy,
    asks,
    links,
    note,
    departures: createDepartures({ port, times, log }),
    admission: createTokenBucket({ ...limits.admission, now }),
    enrolments: createAddressBuckets(limits.enrolments, now),
  }
  const tunnels = createTunnels({ port, limits, times, metrics, log, note, links, asks, neighbours: given.neighbours })
  const files = createFiles({ port, file: given.agent, limits, times, metrics, log, note })
  const receiver = createReceiver({ port, limits, times, metrics, log, note })
  const meter = createTrafficMeter({ store: port.traffic, every: times.traffic, log, time: Date.now })
  const refusals = {
    unknown: () => refusal(linkCodes.unknownDevice, unknownRetry),
    revoked: () => refusal(linkCodes.revoked, revokedRetry),
    busy,
  }
  const ssh = createSshServer({
    hostKey: given.hostKey,
    limits,
    times,
    metrics,
    log,
    balancer: given.balancer,
    checkSignIn: (context) => checkSignIn(context, port.identify, refusals),
    serves: (login, command) =>
      command === (login.kind === 'install' ? 'agent' : 'link') ||
      (login.kind === 'device' && (parseGet(command) ?? parsePut(command)) !== undefined),
    exec,
    forward(login, forward, connection) {
      meter.follow(connection, login.deviceId, 'tunnel')
      return tunnels.arrive(login, forward, connection)
    },
  })
  let sweeper: NodeJS.Timeout | undefined
  let listening: number | undefined

  function exec(login: Login, command: string, channel: ServerChannel, connection: Connection) {
    const open = (handler: LineHandler) => createLineChannel({ channel, connection, limits, log }, handler)
    switch (login.kind) {
      case 'device': {
        const get = parseGet(command)
        const put = parsePut(command)
        meter.follow(connection, login.deviceId, get || put ? 'file' : 'link')
        if (get) return files.serve(login, get, channel, connection)
        if (put) return receiver.serve(login, put, channel, connection)
        connection.admitted()
        return openControlLink(deps, login, open)
      }
      case 'enrol':
        return openEnrolLink(deps, login.publicKey, open)
      case 'refused':
        return openRefusedLink(deps, login, open)
      case 'install':
        return serveAgentScript({ script: given.agent.content, within: times.install }, channel, connection)
    }
  }

  const askHere: Driver['ask'] = async (deviceId, question, signal) => {
    const link = links.get(deviceId)
    if (!link) throw new DeviceOffline(deviceId)
    return asks.ask(link, question, signal)
  }

  return {
    name: 'agent',
    async start() {
      listening = await ssh.listen(given.listen.host, given.listen.port)
      sweeper = setInterval(() => {
        for (const link of links.all()) link.check()
      }, times.sweep)
      meter.start()
      log.info({ port: listening, crypto: cryptoInUse() }, 'Gateway listening')
    },
    async stop() {
      const closed = ssh.close()
      clearInterval(sweeper)
      tunnels.stop(text('devices.offline_stopped'))
      let drained: NodeJS.Timeout | undefined
      const tooLong = new Promise<void>((resolve) => {
        drained = setTimeout(resolve, times.drain)
      })
      await Promise.race([Promise.all(links.all().map((link) => link.leave())), tooLong])
      clearTimeout(drained)
      ssh.cut()
      await closed
      await meter.stop()
      await deps.departures.stop()
      listening = undefined
    },
    async send(deviceId, command) {
      const { id, verb, seconds, arg } = command
      const link = links.get(deviceId)
      if (!link?.command({ id, command: verb, seconds, arg })) throw new DeviceOffline(deviceId)
    },
    async ask(deviceId, question, signal) {
      const elsewhere = !links.get(deviceId) && given.neighbours
      return elsewhere ? elsewhere.ask(deviceId, question, signal) : askHere(deviceId, question, signal)
    },
    async offerAgent(deviceId) {
      const link = links.get(deviceId)
      if (!link) throw new DeviceOffline(deviceId)
      return link.upgrades ? files.offer(link) : undefined
    },
    openTunnel: (deviceId, target, options) => tunnels.open(deviceId, target, options?.signal),
    renew: (deviceId) => links.get(deviceId)?.renew(),
    drop(deviceId, refused) {
      links.get(deviceId)?.refuse(refused)
      tunnels.drop(deviceId, refused.reason)
      files.drop(deviceId)
      receiver.drop(deviceId)
    },
    here: {
      link(deviceId) {
        const link = links.get(deviceId)
        return link && { publicKey: link.publicKey, tunnels: link.tunnels }
      },
      replaced({ deviceId, epoch }) {
        const link = links.get(deviceId)
        if (link && link.presence.epoch < epoch) link.refuse(refusal(linkCodes.replaced, secondsAfterReplacement))
      },
      ask: askHere,
      takeIn: tunnels.takeIn,
    },
    open: () => links.all().map(({ presence }) => presence),
    address: () => (listening === undefined ? undefined : { port: listening }),
  }
}
