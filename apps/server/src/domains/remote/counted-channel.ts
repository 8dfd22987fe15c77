import { Duplex } from 'node:stream'

export interface Meter {
  /** Bytes to the target. */
  sent(bytes: number): void
  /** Bytes from the target. */
  received(bytes: number): void
}

/** A channel to a target whose bytes are counted; it has the methods that HTTP agents require of a socket. */
export class CountedChannel extends Duplex {
  readonly #inner: Duplex
  readonly #meter: Meter

  constructor(inner: Duplex, meter: Meter) {
    // Like a socket: when the target has ended, this side ends after pending writes.
    super({ allowHalfOpen: false, highWaterMark: 256 * 1024 })
    this.#inner = inner
    this.#meter = meter
    inner.on('data', (chunk: Buffer) => {
      meter.received(chunk.length)
      if (!this.push(chunk)) inner.pause()
    })
    inner.on('end', () => {
      this.push(null)
      // An agent does not read its idle connections, but their end must be noticed.
      this.read(0)
    })
    inner.on('error', (error) => this.destroy(error))
    inner.on('close', () => {
      if (!inner.readableEnded) this.destroy()
    })
    inner.pause()
  }

  override _read(): void {
    this.#inner.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#meter.sent(chunk.length)
    this.#inner.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy()
    done(error)
  }

  // A channel has no socket options; its tunnel has its own keep-alive.
  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
