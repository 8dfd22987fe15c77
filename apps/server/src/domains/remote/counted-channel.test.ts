import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../test/until.ts'
import { CountedChannel } from './counted-channel.ts'

const size = 3 * 1024 * 1024

/** A channel to a server that handles each connection with `serve`. */
async function open(serve: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const counts = { sent: 0, received: 0 }
  const channel = new CountedChannel(connect({ port, host: '127.0.0.1', allowHalfOpen: true }), {
    sent: (bytes) => {
      counts.sent += bytes
    },
    received: (bytes) => {
      counts.received += bytes
    },
  })
  channel.on('error', () => {})
  return { channel, counts }
}

test('everything the target sent arrives, although it hung up immediately and the reader is slow', async () => {
  const { channel, counts } = await open((socket) => socket.end(Buffer.alloc(size)))
  let read = 0
  for await (const chunk of channel) {
    read += (chunk as Buffer).length
    await delay(1)
  }
  expect([read, counts.received]).toEqual([size, size])
  await until(() => channel.closed)
})

test('everything sent to the target arrives before the end', async () => {
  let heard = 0
  const { channel, counts } = await open((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.length
    })
    socket.on('end', () => socket.end())
  })
  channel.resume()
  channel.end(Buffer.alloc(size))
  await until(() => channel.closed)
  expect([heard, counts.sent]).toEqual([size, size])
})

test('a target that disconnects ends the channel, and a channel that is closed disconnects its target', async () => {
  const broken = await open((socket) => socket.resetAndDestroy())
  await until(() => broken.channel.closed)
  let heard = 0
  let closed = false
  const { channel } = await open((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.length
    })
    socket.on('close', () => {
      closed = true
    })
    socket.on('end', () => socket.end())
  })
  channel.write('x')
  await until(() => heard === 1)
  channel.destroy()
  await until(() => closed)
})

test('a connection without a reader notices its end', async () => {
  const { channel } = await open((socket) => setTimeout(() => socket.end(), 20))
  channel.resume()
  channel.pause()
  channel.read(0)
  await until(() => channel.closed)
})
