import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { freePort } from '../test/nats-server.ts'
import { startWorld, type World } from '../test/world.ts'

const settings = { SECRET_KEY: 'ab'.repeat(32), HOST: '127.0.0.1', PUBLIC_URL: 'https://console.example:8443/' }
let world: World
let port: number

beforeAll(async () => {
  port = await freePort()
  world = await startWorld({ ...settings, HTTP_REDIRECT_PORT: String(port) })
})

afterAll(async () => world?.stop())

/** The raw response to a request. */
function ask(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
    socket.write(`${[...lines, '', ''].join('\r\n')}`, 'latin1')
  })
}

const location = (answer: string) => /^location: (.*)\r$/im.exec(answer)?.[1]

test('plain HTTP is sent to the same path of the console, and carries nothing else', async () => {
  const answer = await ask('GET /devices/7?tab=a%20b HTTP/1.1', 'Host: console.example')
  expect(answer).toMatch(/^HTTP\/1\.1 308 /)
  expect(location(answer)).toBe('https://console.example:8443/devices/7?tab=a%20b')
  expect(answer).not.toMatch(/set-cookie|strict-transport/i)
  expect(answer.endsWith('\r\n\r\n')).toBe(true)
  const response = await fetch(`http://127.0.0.1:${port}/api/user`, { method: 'PUT', body: '{}', redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([308, 'https://console.example:8443/api/user'])
})

test.each([
  ['Host: evil.test', '/'],
  ['X-Forwarded-Host: evil.test', '/'],
  ['Host: a', '//evil.test/x'],
  ['Host: a', '/\\evil.test'],
  ['Host: a', 'http://evil.test/x'],
  ['Host: a', '@evil.test/'],
  ['Host: a', '/\xe9\x80?\xff'],
])('no request can redirect elsewhere: %s %s', async (header, target) => {
  const host = header.startsWith('Host') ? [] : ['Host: a']
  const answer = await ask(`GET ${target} HTTP/1.1`, ...host, header)
  // An invalid request gets no redirect.
  if (answer.startsWith('HTTP/1.1 400')) return expect(location(answer)).toBeUndefined()
  expect(new URL(location(answer) ?? '').origin).toBe('https://console.example:8443')
})

test('a port that is in use ends the start with one line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'redirect-'))
  const start = startApp(
    readConfig({
      ...settings,
      DATABASE_URL: world.url,
      DATA_DIR: folder,
      PORT: '0',
      ROLES: 'api',
      LOG_LEVEL: 'silent',
      HTTP_REDIRECT_PORT: String(port),
    }),
  )
  await expect(start).rejects.toThrow(`HTTP_REDIRECT_PORT: port ${port} is in use`)
  await rm(folder, { recursive: true, force: true })
})
