import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { patience } from '@longreach/contract/test-patience'
import ssh2 from 'ssh2'
import { visit } from './connect.ts'

export interface Attack {
  /** Number of attempts so far. */
  tries(): number
  stop(): Promise<void>
}

/** Repeats something in several parallel loops. */
function repeat(places: number, once: (count: number) => Promise<unknown>): Attack {
  let tries = 0
  let stopped = false
  const work = async () => {
    while (!stopped) {
      await once(tries++).catch(() => undefined)
      await delay(1)
    }
  }
  const running = Array.from({ length: places }, work)
  return {
    tries: () => tries,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** A connection that sends these texts, the second one after an answer, and stays open until the other end closes it. */
function hold(port: number, said: string, answer: string, sockets: Set<Socket>): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write(said)
  socket.once('data', () => socket.write(answer))
  return new Promise((resolve) => {
    socket.once('close', () => {
      sockets.delete(socket)
      resolve()
    })
  })
}

/** Keeps silent connections open; those that were closed are opened again. */
function keepOpen(
  count: number,
  port: number,
  said: (count: number) => string,
  answer: (count: number) => string = () => '',
): Attack {
  const sockets = new Set<Socket>()
  const attack = repeat(count, (tries) => hold(port, said(tries), answer(tries), sockets).then(() => delay(200)))
  return {
    tries: attack.tries,
    async stop() {
      const stopped = attack.stop()
      const timer = setInterval(() => {
        for (const socket of sockets) socket.destroy()
      }, 10)
      await stopped
      clearInterval(timer)
    },
  }
}

/** An address in one of many networks; `start` distinguishes the attacks. */
export const addressOf = (start: number, count: number) => `${start}.${(count >> 8) & 255}.${count & 255}.1`

export const proxyHeader = (address: string) => `PROXY TCP4 ${address} 127.0.0.1 1000 2000\r\n`

/** Tries wrong passwords for the users in turn. */
export const guessPasswords = (base: string, names: readonly string[], address: (count: number) => string): Attack =>
  repeat(8, (count) =>
    visit(`${base}/api/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address(count), 'x-forwarded-proto': 'https' },
      body: JSON.stringify({ username: names[count % names.length], password: 'wrong' }),
    }),
  )

/** Half of them say their name, with which an exchange of keys would begin. */
export const silentDevices = (port: number, count: number): Attack =>
  keepOpen(
    count,
    port,
    (tries) => proxyHeader(addressOf(20, tries)),
    (tries) => (tries % 2 === 0 ? 'SSH-2.0-x\r\n' : ''),
  )

const halfSignIn =
  'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'

/** Half of them have sent a request, the others half of a sign-in. */
export const idleBrowsers = (port: number, count: number): Attack =>
  keepOpen(count, port, (tries) => (tries % 2 === 0 ? 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n' : halfSignIn))

/** Connections without a key that open one session channel after the other. */
export const openChannels = (port: number): Attack =>
  repeat(4, (count) => {
    const client = new ssh2.Client()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.write(proxyHeader(addressOf(30, count)))
    return new Promise<void>((resolve) => {
      client.on('error', () => {})
      client.once('close', () => resolve())
      client.once('ready', () => {
        for (let channel = 0; channel < 500; channel++) client.exec('none such', () => {})
      })
      client.connect({ sock: socket, username: 'install', readyTimeout: patience.condition })
    })
  })
