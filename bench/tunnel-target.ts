import { createServer } from 'node:net'

export interface TargetReady {
  port: number
}

const block = Buffer.alloc(256 * 1024, 120)

/** The target behind the device: discards `d` and all following bytes, answers `u <count>` with that many bytes. */
const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.once('data', (first: Buffer) => {
    if (first[0] === 0x64) {
      socket.resume()
      socket.on('end', () => socket.end('k'))
      return
    }
    let left = Number(first.toString().slice(2))
    const send = () => {
      while (left > 0) {
        const part = left < block.length ? block.subarray(0, left) : block
        left -= part.length
        if (!socket.write(part)) return void socket.once('drain', send)
      }
      socket.end()
    }
    send()
  })
})
server.listen(0, '127.0.0.1', () => {
  const ready: TargetReady = { port: (server.address() as { port: number }).port }
  process.send?.(ready)
})
