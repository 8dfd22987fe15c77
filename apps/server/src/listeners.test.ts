import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type Listener, listenInOrder } from './listeners.ts'

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(listeners: readonly Listener[]): Promise<number> {
  const server = createServer((_request, response) => response.end('fastify'))
  servers.push(server)
  listenInOrder(server, listeners)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const taking = (name: string, prefix: string): Listener => ({
  request(asked, response) {
    if (!asked.url?.startsWith(prefix)) return false
    response.end(name)
    return true
  },
  upgrade(asked, socket) {
    if (!asked.url?.startsWith(prefix)) return false
    socket.end(`HTTP/1.1 101 ${name}\r\n\r\n`)
    return true
  },
})

const get = (port: number, path: string) =>
  new Promise<string>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, agent: false }, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end()
  })

async function upgrade(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0] ?? ''
}

test('the first listener in the list that handles a request or an upgrade gets it, and no other', async () => {
  const port = await listen([taking('first', '/a/b'), taking('second', '/a')])
  expect([await get(port, '/a/b'), await get(port, '/a/c'), await get(port, '/c')]).toEqual([
    'first',
    'second',
    'fastify',
  ])
  expect([await upgrade(port, '/a/b'), await upgrade(port, '/a/c'), await upgrade(port, '/c')]).toEqual([
    'HTTP/1.1 101 first',
    'HTTP/1.1 101 second',
    'HTTP/1.1 404 Not Found',
  ])
})

test('another listener stops the start', () => {
  const two = createServer(() => {}).on('request', () => {})
  expect(() => listenInOrder(two, [])).toThrow('add it to the list of listeners')
  const upgrading = createServer(() => {}).on('upgrade', () => {})
  expect(() => listenInOrder(upgrading, [])).toThrow('add it to the list of listeners')
})
