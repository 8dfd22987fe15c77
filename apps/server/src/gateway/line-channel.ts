import { type DownLine, formatDownLine } from '@longreach/contract/link/lines'
import type { ServerChannel } from 'ssh2'
import type { Connection } from './connection.ts'
import type { GatewayLimits } from './limits.ts'
import { createLineReader } from './line-reader.ts'
import type { Log } from './log.ts'

export interface LineHandler {
  /**
   * A returned promise delays the following lines, and in the end the device, until it resolves. It must never reject.
   */
  line(text: string): Promise<void> | undefined
  tooLong(): void
  /** Called once, after the last line. */
  closed(): void
}

export interface LineChannel {
  address: string
  send(line: DownLine): void
  /** Bytes the device has not read yet. */
  behind(): number
  /** Seconds the device may be silent: the network sends no keep-alive sooner. */
  expectSilence(seconds: number): void
  /** Sends a last line and closes; disconnects if the device does not follow. */
  end(last?: DownLine): void
  cut(): void
}

/** Lines over one exec channel of an SSH connection. */
export function createLineChannel(
  deps: { channel: ServerChannel; connection: Connection; limits: Pick<GatewayLimits, 'upLineBytes'>; log: Log },
  handler: LineHandler,
): LineChannel {
  const { channel, connection } = deps
  const reader = createLineReader(deps.limits.upLineBytes)
  let queue: string[] = []
  let busy = false
  let tooLong = false
  let ended = false
  let closed = false

  function close() {
    if (closed) return
    closed = true
    queue = []
    handler.closed()
  }

  function end(last?: DownLine) {
    if (channel.writable) {
      if (last) channel.write(`${formatDownLine(last)}\n`)
      channel.exit(0)
      channel.end()
    }
    // Discards further input, so that the close behind it is noticed.
    channel.resume()
    connection.end()
    close()
  }

  /** A bug triggered by one device must not affect the others. */
  function run() {
    pump().catch((error: unknown) => {
      deps.log.error({ err: error, address: connection.address }, 'A line could not be handled')
      connection.cut()
      close()
    })
  }

  async function pump() {
    busy = true
    while (queue.length > 0 && !closed) {
      const lines = queue
      queue = []
      for (const line of lines) {
        if (closed) break
        const wait = handler.line(line)
        if (!wait) continue
        channel.pause()
        await wait
      }
    }
    busy = false
    if (closed) return
    if (tooLong) handler.tooLong()
    else if (ended) end()
    else channel.resume()
  }

  channel.on('data', (chunk: Buffer) => {
    if (tooLong || closed) return
    const read = reader.push(chunk)
    queue.push(...read.lines)
    tooLong = read.tooLong
    if (!busy) run()
  })
  channel.on('end', () => {
    // A device that closes its output does not need the rest: its agent was killed and left its client behind.
    ended = true
    if (!busy) end()
  })
  channel.on('close', () => {
    ended = true
    if (!busy) end()
  })
  channel.on('error', () => connection.cut())
  connection.onClose(close)

  return {
    address: connection.address,
    send(line) {
      if (!closed && channel.writable) channel.write(`${formatDownLine(line)}\n`)
    },
    behind: () => channel.writableLength + connection.behind(),
    expectSilence: (seconds) => connection.expectSilence(seconds),
    end,
    cut() {
      connection.cut()
      close()
    },
  }
}
