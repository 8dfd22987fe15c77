import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const closeFrame = Buffer.from([0x88, 0x00])

/** A text frame from the server, which is not masked (RFC 6455 §5.2). */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = body.length < 126 ? [0x81, body.length] : [0x81, 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from(head), body])
}

/** Sends a text periodically until either side ends; input is ignored. */
export function tick(request: IncomingMessage, socket: Duplex, every: number, say: () => string): void {
  const key = request.headers['sec-websocket-key']
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || typeof key !== 'string') {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    return
  }
  // The constant is part of the protocol (§1.3).
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(frame(say()))
  const timer = setInterval(() => socket.write(frame(say())), every)
  socket.on('data', (chunk: Buffer) => {
    if (((chunk[0] ?? 0) & 0x0f) === 8) socket.end(closeFrame)
  })
  socket.on('error', () => {})
  for (const end of ['end', 'close', 'finish'] as const) socket.on(end, () => clearInterval(timer))
}
