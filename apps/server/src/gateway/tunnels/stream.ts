import { Duplex } from 'node:stream'
import type { ServerChannel } from 'ssh2'
import type { Connection } from '../connection.ts'

/** Bytes of one connection, over all channels, that may wait for the device to read before writers must wait, too. */
const mostBehind = 1024 * 1024

type Done = (error?: Error | null) => void

/**
 * One channel as an ordinary stream. ssh2's own closes both directions at the end of one, and never calls back for a
 * write in progress when the channel closes.
 */
export class TunnelStream extends Duplex {
  readonly #channel: ServerChannel
  readonly #connection: Connection
  #pending: Done | undefined
  #heardEnd = false
  #closed = false

  constructor(channel: ServerChannel, connection: Connection, closed: () => void) {
    super({ allowHalfOpen: true })
    this.#channel = channel
    this.#connection = connection
    // A tunnel can end at any time: a reader without a listener must not crash the process.
    this.on('error', () => {})
    channel.on('data', (chunk: Buffer) => {
      if (!this.destroyed && !this.push(chunk)) channel.pause()
    })
    channel.on('end', () => {
      this.#heardEnd = true
      if (!this.destroyed) this.push(null)
      this.#closeWhenBothEnded()
    })
    channel.on('close', () => {
      this.#closed = true
      closed()
      this.#settle(new Error('The connection was closed by the device'))
      if (!this.writableFinished || !this.#heardEnd) this.destroy()
    })
    channel.on('error', (error: Error) => this.destroy(error))
  }

  override _read() {
    this.#channel.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done) {
    if (this.#closed) return done(new Error('The connection was closed by the device'))
    this.#pending = done
    this.#channel.write(chunk, (error) => {
      if (error || this.#connection.behind() < mostBehind) return this.#settle(error)
      this.#connection.whenRead(() => this.#settle())
    })
  }

  override _final(done: Done) {
    this.#channel.eof()
    done()
    setImmediate(() => this.#closeWhenBothEnded())
  }

  override _destroy(error: Error | null, done: Done) {
    this.#settle(error ?? new Error('The connection was closed'))
    this.#channel.close()
    // Discards further input, so that the close behind it is noticed.
    this.#channel.resume()
    done(error)
  }

  #settle(error?: Error | null) {
    const done = this.#pending
    this.#pending = undefined
    done?.(error)
  }

  #closeWhenBothEnded() {
    if (this.#heardEnd && this.writableFinished) this.#channel.close()
  }
}
