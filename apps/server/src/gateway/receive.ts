import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { fileExits, mostPutBytes, type Put } from '@longreach/contract/link/files'
import type { ServerChannel } from 'ssh2'
import { type DevicePort, type DeviceUpload, UploadRefused } from '../drivers/driver.ts'
import type { NoteAttempt } from './attempts.ts'
import type { Connection } from './connection.ts'
import { endTransfer, watchTransfer } from './files.ts'
import type { GatewayLimits, GatewayTimes } from './limits.ts'
import type { Log } from './log.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { DeviceLogin } from './sign-in.ts'
import { ticketFaults } from './ticket-faults.ts'

export interface Receiver {
  /** Serves a device that sends a part of a file, or asks how much of it was received. Never rejects. */
  serve(login: DeviceLogin, put: Put, channel: ServerChannel, connection: Connection): void
  /** Ends the transfers of a device. */
  drop(deviceId: number): void
}

/** Files from devices: authorised by a ticket, raw bytes that are stored as they arrive. */
export function createReceiver(deps: {
  port: Pick<DevicePort, 'takeUpload'>
  limits: Pick<GatewayLimits, 'files'>
  times: Pick<GatewayTimes, 'fileStall'>
  metrics: Pick<GatewayMetrics, 'file'>
  log: Log
  note: NoteAttempt
}): Receiver {
  const { port, limits, metrics, log } = deps
  const transfers = new Set<{ deviceId: number; connection: Connection }>()

  async function* bounded(channel: ServerChannel, offset: number) {
    let end = offset
    // The channel must stay open when the file is refused midway, so that the device gets the reason.
    for await (const bytes of channel.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      end += bytes.length
      if (end > mostPutBytes) throw new UploadRefused('file', 'The file is too large')
      yield bytes
    }
  }

  /** Resolves with the number of bytes that are stored. */
  function apply(upload: DeviceUpload, put: Put, channel: ServerChannel): Promise<number> {
    switch (put.step) {
      case 'ask':
        return upload.received()
      case 'append':
        return upload.append(put.offset, bounded(channel, put.offset))
      case 'end':
        return upload.finish(put.sha256)
    }
  }

  async function transfer(
    { deviceId, publicKey }: DeviceLogin,
    put: Put,
    channel: ServerChannel,
    connection: Connection,
  ): Promise<void> {
    if (transfers.size > limits.files) {
      metrics.file('busy')
      return endTransfer(channel, fileExits.busy, 'The server receives as many files as it may; try again')
    }
    const upload = await port.takeUpload({ ticket: put.ticket, deviceId, publicKey })
    if (typeof upload === 'string') {
      const code = linkCodes.badTicket
      const fault = ticketFaults[upload]
      deps.note({ code, reason: `${linkReasons[code]}: ${fault}`, address: connection.address, deviceId })
      metrics.file('bad_ticket')
      return endTransfer(channel, fileExits.badTicket, `The ticket is not valid: ${fault}`)
    }
    connection.admitted()
    try {
      const stored = await apply(upload, put, channel)
      if (channel.writable) channel.write(`${stored}\n`)
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error
      metrics.file(error.fault === 'offset' ? 'bad_offset' : 'refused')
      const exit = error.fault === 'offset' ? fileExits.badOffset : fileExits.refused
      return endTransfer(channel, exit, error.message)
    }
    metrics.file('received')
    log.info({ deviceId, step: put.step }, 'A device sent a file')
    endTransfer(channel, fileExits.sent)
  }

  function drop(deviceId: number) {
    for (const one of transfers) if (one.deviceId === deviceId) one.connection.cut()
  }

  return {
    serve(login, put, channel, connection) {
      // If the network of an earlier connection failed, its end goes unnoticed; the newest connection counts.
      drop(login.deviceId)
      const one = { deviceId: login.deviceId, connection }
      transfers.add(one)
      connection.onClose(() => transfers.delete(one))
      watchTransfer(connection, deps.times.fileStall, () => connection.cut())
      channel.on('error', () => connection.cut())
      channel.on('close', () => connection.end())
      transfer(login, put, channel, connection).catch((error: unknown) => {
        log.warn({ err: error, deviceId: login.deviceId }, 'A file from a device could not be stored')
        metrics.file('busy')
        endTransfer(channel, fileExits.busy, 'The file cannot be stored at the moment; try again')
      })
    },
    drop,
  }
}
