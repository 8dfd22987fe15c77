import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { fileExits } from '@longreach/contract/link/files'
import { linkTimes } from '@longreach/contract/link/limits'
import type { ServerChannel } from 'ssh2'
import type { DevicePort, ServedFile } from '../drivers/driver.ts'
import type { NoteAttempt } from './attempts.ts'
import type { Connection } from './connection.ts'
import type { GatewayLimits, GatewayTimes } from './limits.ts'
import type { Link } from './links.ts'
import type { Log } from './log.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { DeviceLogin } from './sign-in.ts'
import { ticketFaults } from './ticket-faults.ts'

/** Maximum size of a write; a slow transfer still moves four times a second. */
const mostAtOnce = 16 * 1024
/** Minimum remaining lifetime for a ticket to be handed out again. */
const freshPart = 0.5

export interface Files {
  /** A ticket with which the device of the link fetches the file; the same one for a while, so that it can resume. */
  offer(link: Link): Promise<string>
  /** A device requests a file over a connection of its own. Never rejects. */
  serve(
    login: DeviceLogin,
    get: { ticket: string; offset: number },
    channel: ServerChannel,
    connection: Connection,
  ): void
  /** Ends the transfers of a device. */
  drop(deviceId: number): void
}

/** Calls back when nothing moved on the connection for `stall`. */
export function watchTransfer(connection: Connection, stall: number, stalled: () => void) {
  const look = () => `${connection.received()} ${connection.behind()}`
  let seen = look()
  let since = performance.now()
  const timer = setInterval(() => {
    const now = look()
    if (now !== seen) {
      seen = now
      since = performance.now()
    } else if (performance.now() - since >= stall) stalled()
  }, stall / 4)
  connection.onClose(() => clearInterval(timer))
}

/** Ends a transfer with an exit status, and the reason on standard error. */
export function endTransfer(channel: ServerChannel, exit: number, said?: string): void {
  // Not before: a client has nothing to send and ends its side at once, and ssh2 ends the other when that is read.
  channel.resume()
  if (!channel.writable) return
  if (said) channel.stderr.write(`${said}\n`)
  channel.exit(exit)
  channel.end()
}

/** Files for devices: authorised by a ticket, raw bytes from an offset on, at a steady rate. */
export function createFiles(deps: {
  port: Pick<DevicePort, 'issueFileTicket' | 'takeFileTicket'>
  /** The file that can be fetched. */
  file: ServedFile
  limits: Pick<GatewayLimits, 'files' | 'fileRate'>
  times: Pick<GatewayTimes, 'fileStall'>
  metrics: Pick<GatewayMetrics, 'file' | 'fileBytes'>
  log: Log
  note: NoteAttempt
}): Files {
  const { port, file, limits, metrics, log } = deps
  const pieceBytes = Math.min(mostAtOnce, Math.ceil(limits.fileRate / 4))
  const given = new WeakMap<Link, { ticket: string; until: number }>()
  const transfers = new Set<{ deviceId: number; connection: Connection }>()

  async function checkRequest(
    { deviceId, publicKey }: DeviceLogin,
    get: { ticket: string; offset: number },
    address: string,
  ) {
    if (transfers.size > limits.files)
      return {
        outcome: 'busy',
        exit: fileExits.busy,
        said: 'The server sends as many files as it may; try again',
      } as const
    const taken = await port.takeFileTicket({ ticket: get.ticket, deviceId, publicKey })
    if (typeof taken === 'string' || taken.sha256 !== file.sha256) {
      const fault = typeof taken !== 'string' ? 'the file was replaced' : ticketFaults[taken]
      const code = linkCodes.badTicket
      deps.note({ code, reason: `${linkReasons[code]}: ${fault}`, address, deviceId })
      return { outcome: 'bad_ticket', exit: fileExits.badTicket, said: `The ticket is not valid: ${fault}` } as const
    }
    if (get.offset > file.content.length)
      return { outcome: 'bad_offset', exit: fileExits.badOffset, said: 'The file is not that long' } as const
    return undefined
  }

  async function send(offset: number, channel: ServerChannel, connection: Connection): Promise<boolean> {
    let closed = false
    const gone = new Promise<void>((resolve) => {
      const close = () => {
        closed = true
        resolve()
      }
      channel.once('close', close)
      connection.onClose(close)
    })
    const startedAt = performance.now()
    for (let at = offset; at < file.content.length && !closed; at += pieceBytes) {
      const piece = file.content.subarray(at, at + pieceBytes)
      await Promise.race([gone, new Promise<void>((resolve) => channel.write(piece, () => resolve()))])
      metrics.fileBytes(piece.length)
      const early = ((at + piece.length - offset) / limits.fileRate) * 1000 - (performance.now() - startedAt)
      if (early > 0 && !closed) await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, early))])
    }
    return !closed
  }

  async function transfer(
    login: DeviceLogin,
    get: { ticket: string; offset: number },
    channel: ServerChannel,
    connection: Connection,
  ): Promise<void> {
    const { deviceId } = login
    const fault = await checkRequest(login, get, connection.address)
    if (fault) {
      metrics.file(fault.outcome)
      return endTransfer(channel, fault.exit, fault.said)
    }
    connection.admitted()
    const whole = await send(get.offset, channel, connection)
    metrics.file(whole ? 'sent' : 'aborted')
    log.info({ deviceId, offset: get.offset, bytes: file.content.length, whole }, 'A device fetched a file')
    if (whole) endTransfer(channel, fileExits.sent)
  }

  function drop(deviceId: number) {
    for (const one of transfers) if (one.deviceId === deviceId) one.connection.cut()
  }

  return {
    async offer(link) {
      const before = given.get(link)
      if (before && before.until > Date.now()) return before.ticket
      const seconds = linkTimes.fileTicketLife
      const { deviceId } = link.presence
      const ticket = await port.issueFileTicket({ deviceId, publicKey: link.publicKey, sha256: file.sha256, seconds })
      given.set(link, { ticket, until: Date.now() + seconds * 1000 * (1 - freshPart) })
      return ticket
    },
    serve(login, get, channel, connection) {
      // The end of a connection whose network failed goes unnoticed; the newest request counts.
      drop(login.deviceId)
      const one = { deviceId: login.deviceId, connection }
      transfers.add(one)
      connection.onClose(() => transfers.delete(one))
      watchTransfer(connection, deps.times.fileStall, () => connection.cut())
      channel.on('error', () => connection.cut())
      channel.on('close', () => connection.end())
      transfer(login, get, channel, connection).catch((error: unknown) => {
        log.warn({ err: error, deviceId: login.deviceId }, 'A ticket could not be checked')
        metrics.file('busy')
        endTransfer(channel, fileExits.busy, 'The ticket cannot be checked at the moment; try again')
      })
    },
    drop,
  }
}
