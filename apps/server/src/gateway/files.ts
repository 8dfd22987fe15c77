import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { fileExits } from '@longreach/contract/link/files'
import { linkTimes } from '@longreach/contract/link/limits'
import type { ServerChannel } from 'ssh2'
import type { DeviceDownload, DevicePort, ServedFile } from '../drivers/driver.ts'
import type { NoteAttempt } from './attempts.ts'
import type { Connection } from './connection.ts'
import type { GatewayLimits, GatewayTimes } from './limits.ts'
import type { Link } from './links.ts'
import type { Log } from './log.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { DeviceLogin } from './sign-in.ts'
import { ticketFaults } from './ticket-faults.ts'

/** Maximum size of a write; even a slow transfer makes progress four times a second. */
const mostAtOnce = 16 * 1024
/** Part of its lifetime that must be left for a ticket to be handed out again. */
const freshPart = 0.5

export interface Files {
  /** A ticket with which the device of the link fetches the file; the same one for a while, so that it can resume. */
  offer(link: Link): Promise<string>
  /** Serves a file that a device requests over a separate connection. Never rejects. */
  serve(
    login: DeviceLogin,
    get: { ticket: string; offset: number },
    channel: ServerChannel,
    connection: Connection,
  ): void
  /** Ends the transfers of a device. */
  drop(deviceId: number): void
}

/** Calls back when nothing moved on the connection for `stall` milliseconds. */
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
  // Not earlier: a client has nothing to send and ends its side at once, and when that is read ssh2 ends the other
  // side.
  channel.resume()
  if (!channel.writable) return
  if (said) channel.stderr.write(`${said}\n`)
  channel.exit(exit)
  channel.end()
}

/** Content in memory whose transfer is not recorded: the agent, and plans for templates. */
const servedFile = ({ content }: ServedFile): DeviceDownload => ({
  size: content.length,
  released: content.length,
  next: async (offset) => content.subarray(offset),
  async end() {},
})

/** Files for devices: authorised by a ticket, raw bytes from an offset on, at a steady rate. */
export function createFiles(deps: {
  port: Pick<DevicePort, 'issueFileTicket' | 'takeFileTicket' | 'takeDownload' | 'takePlans'>
  /** The agent, which may be offered to every device; other content has its own tickets. */
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

  /** The content of a ticket, or the reason why the ticket is not valid. */
  async function redeem(login: DeviceLogin, ticket: string): Promise<DeviceDownload | string> {
    const { deviceId, publicKey } = login
    const known = await port.takeFileTicket({ ticket, deviceId, publicKey })
    if (typeof known !== 'string') {
      const found = known.sha256 === file.sha256 ? file : await port.takePlans(deviceId, known.sha256)
      return found ? servedFile(found) : 'the file was replaced'
    }
    const download = known === 'unknown' ? await port.takeDownload({ ticket, deviceId, publicKey }) : known
    return typeof download === 'string' ? ticketFaults[download] : download
  }

  async function checkRequest(
    login: DeviceLogin,
    get: { ticket: string; offset: number },
    address: string,
  ): Promise<DeviceDownload | { outcome: 'busy' | 'bad_ticket' | 'bad_offset'; exit: number; said: string }> {
    if (transfers.size > limits.files)
      return {
        outcome: 'busy',
        exit: fileExits.busy,
        said: 'The server sends as many files as it may; try again',
      }
    const content = await redeem(login, get.ticket)
    if (typeof content === 'string') {
      const code = linkCodes.badTicket
      deps.note({ code, reason: `${linkReasons[code]}: ${content}`, address, deviceId: login.deviceId })
      return { outcome: 'bad_ticket', exit: fileExits.badTicket, said: `The ticket is not valid: ${content}` }
    }
    if (get.offset > content.released)
      return {
        outcome: 'bad_offset',
        exit: fileExits.badOffset,
        said: get.offset > content.size ? 'The file is not that long' : 'The file was not sent that far',
      }
    return content
  }

  /** Resolves with true if all bytes from the offset on were written. */
  async function send(
    content: DeviceDownload,
    offset: number,
    channel: ServerChannel,
    connection: Connection,
  ): Promise<boolean> {
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
    let at = offset
    /** Bytes written but not yet stored as sent. */
    let sent = 0
    async function write(piece: Buffer) {
      await Promise.race([gone, new Promise<void>((resolve) => channel.write(piece, () => resolve()))])
      metrics.fileBytes(piece.length)
      at += piece.length
      sent += piece.length
      const early = ((at - offset) / limits.fileRate) * 1000 - (performance.now() - startedAt)
      if (early > 0 && !closed) await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, early))])
    }
    let whole = false
    try {
      while (at < content.size && !closed) {
        const part = await content.next(at, sent)
        sent = 0
        for (let from = 0; from < part.length && !closed; from += pieceBytes)
          await write(part.subarray(from, from + pieceBytes))
      }
      whole = !closed
    } finally {
      // Before the device learns the end: it may respond at once.
      await content.end(sent, whole)
    }
    return whole
  }

  async function transfer(
    login: DeviceLogin,
    get: { ticket: string; offset: number },
    channel: ServerChannel,
    connection: Connection,
  ): Promise<void> {
    const { deviceId } = login
    const content = await checkRequest(login, get, connection.address)
    if ('exit' in content) {
      metrics.file(content.outcome)
      return endTransfer(channel, content.exit, content.said)
    }
    connection.admitted()
    const whole = await send(content, get.offset, channel, connection)
    metrics.file(whole ? 'sent' : 'aborted')
    log.info({ deviceId, offset: get.offset, bytes: content.size, whole }, 'A device fetched a file')
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
      // If the network of an earlier connection failed, its end goes unnoticed; the newest request counts.
      drop(login.deviceId)
      const one = { deviceId: login.deviceId, connection }
      transfers.add(one)
      connection.onClose(() => transfers.delete(one))
      watchTransfer(connection, deps.times.fileStall, () => connection.cut())
      channel.on('error', () => connection.cut())
      channel.on('close', () => connection.end())
      transfer(login, get, channel, connection).catch((error: unknown) => {
        log.warn({ err: error, deviceId: login.deviceId }, 'A file could not be sent to a device')
        metrics.file('busy')
        endTransfer(channel, fileExits.busy, 'The file cannot be sent at the moment; try again')
      })
    },
    drop,
  }
}
