import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { linkTimes } from '@longreach/contract/link/limits'
import {
  type Answer,
  type DevicePort,
  type Neighbours,
  type Question,
  type Tunnel,
  TunnelError,
  type TunnelTarget,
} from '../../drivers/driver.ts'
import type { Asks } from '../asks.ts'
import type { NoteAttempt } from '../attempts.ts'
import type { Connection } from '../connection.ts'
import type { GatewayLimits, GatewayTimes } from '../limits.ts'
import type { createLinks } from '../links.ts'
import type { Log } from '../log.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { ticketFaults } from '../ticket-faults.ts'
import { createTunnel, type Forward, saidBy } from './tunnel.ts'

export interface Tunnels {
  open(deviceId: number, target: TunnelTarget, signal?: AbortSignal): Promise<Tunnel>
  /** Called when a device requests a forward; resolves with true if it is accepted. Never rejects. */
  arrive(login: { deviceId: number; publicKey: string }, forward: Forward, connection: Connection): Promise<boolean>
  /** Accepts a tunnel that arrived at another node; false if it is not awaited. */
  takeIn(ticket: string, tunnel: Tunnel): boolean
  /** Closes the device's tunnels and gives up those requested from it. */
  drop(deviceId: number, reason: string): void
  stop(reason: string): void
}

interface Waiting {
  deviceId: number
  arrived(tunnel: Tunnel): void
  failed(error: TunnelError): void
}

/** The tunnels of this process: requested over the control link, authorised by a ticket. */
export function createTunnels(deps: {
  port: Pick<DevicePort, 'issueTicket' | 'takeTicket'>
  limits: Pick<GatewayLimits, 'tunnelsPerDevice' | 'channelsPerTunnel'>
  times: Pick<GatewayTimes, 'tunnel' | 'target' | 'tunnelKeepalive'>
  metrics: Pick<GatewayMetrics, 'forward' | 'tunnels'>
  log: Log
  note: NoteAttempt
  links: ReturnType<typeof createLinks>
  asks: Asks
  neighbours: Neighbours | undefined
}): Tunnels {
  const { port, limits, metrics } = deps
  const open = new Set<Tunnel>()
  const asking = new Set<Waiting>()
  /** Awaited tunnels by ticket: one that arrives too late is closed. */
  const waiting = new Map<string, Waiting>()

  const countOf = (deviceId: number) => [...open, ...asking].filter((one) => one.deviceId === deviceId).length

  /** Only a failure ends the wait: otherwise the arrival of the tunnel counts. */
  function heard({ state, text }: Answer, failed: Waiting['failed']) {
    if (state === 'failed') failed(new TunnelError('device_failed', saidBy(text) || 'The device opened no tunnel'))
  }

  function add(tunnel: Tunnel) {
    open.add(tunnel)
    metrics.tunnels(open.size)
    tunnel.onClose(() => {
      open.delete(tunnel)
      metrics.tunnels(open.size)
    })
  }

  /** Finds the way to ask a device for a tunnel: over its link here, else through the node that has it. */
  async function findWay(deviceId: number) {
    const here = deps.links.get(deviceId)
    if (here) {
      const { publicKey, tunnels } = here
      return {
        publicKey,
        tunnels,
        ask: (question: Question, signal: AbortSignal) => deps.asks.ask(here, question, signal),
      }
    }
    const { neighbours } = deps
    const there = await neighbours?.findLink(deviceId)
    if (!neighbours || !there) return undefined
    return { ...there, ask: (question: Question, signal: AbortSignal) => neighbours.ask(deviceId, question, signal) }
  }

  /** Passes the tunnel on to the node that waits for it, since no one on this node does. */
  async function handOn(node: string, ticket: string, tunnel: Tunnel): Promise<boolean> {
    const taken = await deps.neighbours?.offer(node, ticket, tunnel).catch((error: unknown) => {
      deps.log.warn({ err: error, deviceId: tunnel.deviceId, node }, 'A tunnel could not be handed on')
      return false
    })
    if (taken) return true
    tunnel.close('The tunnel is not awaited')
    return false
  }

  return {
    async open(deviceId, target, signal) {
      signal?.throwIfAborted()
      const link = await findWay(deviceId)
      if (!link) throw new TunnelError('device_offline', 'The device is not connected')
      if (!link.tunnels) throw new TunnelError('unsupported', 'The agent of this device is too old to open tunnels')
      if (countOf(deviceId) >= limits.tunnelsPerDevice) {
        throw new TunnelError('too_many', `More than ${limits.tunnelsPerDevice} tunnels of one device`)
      }
      const { promise, resolve, reject } = Promise.withResolvers<Tunnel>()
      // A failure before that is still reported below.
      promise.catch(() => {})
      const stopAsking = new AbortController()
      const one: Waiting = { deviceId, arrived: resolve, failed: reject }
      const abort = () => reject(signal?.reason)
      const timer = setTimeout(
        () => reject(new TunnelError('no_answer', 'The device opened no tunnel in time')),
        deps.times.tunnel,
      )
      signal?.addEventListener('abort', abort)
      asking.add(one)
      let ticket: string | undefined
      try {
        const { publicKey } = link
        ticket = await port.issueTicket({ ...target, deviceId, publicKey, seconds: linkTimes.ticketLife })
        waiting.set(ticket, one)
        const question = {
          verb: 'tunnel',
          arg: `${ticket} ${target.host} ${target.port}`,
          seconds: linkTimes.tunnelWithin,
        } as const
        link.ask(question, stopAsking.signal).then(
          (answer) => heard(answer, reject),
          () => reject(new TunnelError('device_offline', 'The device closed its link')),
        )
        return await promise
      } finally {
        stopAsking.abort()
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        asking.delete(one)
        if (ticket !== undefined) waiting.delete(ticket)
      }
    },

    async arrive({ deviceId, publicKey }, forward, connection) {
      const ticket = forward.address
      const taken = await port.takeTicket({ ticket, deviceId, publicKey }).catch((error: unknown) => {
        deps.log.warn({ err: error, deviceId }, 'A ticket could not be checked')
        return undefined
      })
      if (taken === undefined) return false
      if (typeof taken === 'string') {
        metrics.forward('bad_ticket')
        const code = linkCodes.badTicket
        deps.note({
          code,
          reason: `${linkReasons[code]}: ${ticketFaults[taken]}`,
          address: connection.address,
          deviceId,
        })
        return false
      }
      const asked = waiting.get(ticket)
      if (!asked && !taken.elsewhere) {
        metrics.forward('late')
        return false
      }
      connection.admitted()
      const tunnel = createTunnel(deps, { deviceId, connection, forward })
      add(tunnel)
      const awaited = taken.elsewhere === undefined || (await handOn(taken.elsewhere, ticket, tunnel))
      metrics.forward(awaited ? 'opened' : 'late')
      asked?.arrived(tunnel)
      return awaited
    },

    takeIn(ticket, tunnel) {
      const asked = waiting.get(ticket)
      if (asked?.deviceId !== tunnel.deviceId) return false
      add(tunnel)
      asked.arrived(tunnel)
      return true
    },

    drop(deviceId, reason) {
      for (const one of asking) {
        if (one.deviceId === deviceId) one.failed(new TunnelError('device_offline', reason))
      }
      for (const tunnel of open) if (tunnel.deviceId === deviceId) tunnel.close(reason)
    },
    stop(reason) {
      for (const one of asking) one.failed(new TunnelError('device_offline', reason))
      for (const tunnel of open) tunnel.close(reason)
    },
  }
}
