import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { patience } from '@longreach/contract/test-patience'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from './test/nats-server.ts'
import { until } from './test/until.ts'

const main = path.join(import.meta.dirname, 'main.ts')
const folders: string[] = []
const children: ChildProcess[] = []

interface Started {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

function dataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'boot-'))
  folders.push(folder)
  return folder
}

/** The folder of an installation that was started once and stopped: creating a database takes seconds. */
const used = mkdtempSync(path.join(tmpdir(), 'boot-used-'))

function usedDir(): string {
  const folder = dataDir()
  // Keeps the owners: PostgreSQL runs as another user when the server is root.
  execFileSync('cp', ['-a', `${used}/.`, folder])
  return folder
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      GATEWAY_PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, out: () => out, err: () => err, ended }
}

const ready = (started: Started) => until(() => started.out().includes('Gateway:'), patience.serverStart)

/** Process id of the PostgreSQL of a data folder. */
function postgresPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  const once = start({ DATA_DIR: used })
  await ready(once)
  once.child.kill('SIGTERM')
  await once.ended
})

afterAll(() => rmSync(used, { recursive: true, force: true }))

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await new Promise((resolve) => child.on('exit', resolve))
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['PORT', 'eighty', 'PORT: must be a whole number from 0 to 65535 (see docs/operations.md)'],
  ['BRAND_FILE', '/nowhere/brand.json', 'BRAND_FILE: ENOENT'],
])('an invalid %s stops the start with one line', async (name, value, message) => {
  const started = start({ DATA_DIR: dataDir(), [name]: value })
  expect(await started.ended).toBe(1)
  expect(started.err().trim().split('\n')).toHaveLength(1)
  expect(started.err().trim()).toContain(message)
})

test('a brand file with a wrong colour names the entry', async () => {
  const folder = dataDir()
  const file = path.join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify({ color: 'blue' }))
  const started = start({ DATA_DIR: folder, BRAND_FILE: file })
  expect(await started.ended).toBe(1)
  expect(started.err().trim()).toBe('BRAND_FILE: color: must be #rrggbb')
})

test('a data folder in use and a port in use each print one line, and harm nothing', async () => {
  const folder = usedDir()
  const first = start({ DATA_DIR: folder })
  await ready(first)
  const blocker = createServer().listen(0, 'localhost')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const second = start({ DATA_DIR: folder })
  const third = start({ DATA_DIR: usedDir(), PORT: String(port) })
  expect([await second.ended, await third.ended]).toEqual([1, 1])
  expect(second.err().trim()).toBe(`DATA_DIR: ${folder} is in use by process ${first.child.pid}`)
  expect(third.err().trim()).toBe(`PORT: port ${port} is in use`)
  blocker.close()
  const url = /Console: (\S+)/.exec(first.out())?.[1]
  expect((await fetch(`${url}/ready`)).status).toBe(200)
})

test('a new installation prints a link below PUBLIC_URL that creates the first administrator once; without one if an administrator is configured; a stop leaves nothing running', async () => {
  const folder = usedDir()
  const port = await freePort()
  // The slash at its end is not doubled.
  const first = start({ DATA_DIR: folder, PORT: String(port), PUBLIC_URL: 'https://console.example/' })
  const given = start({ DATA_DIR: usedDir(), ADMIN_EMAIL: 'me@example.test', ADMIN_PASSWORD: 'My-own-password-1' })
  await ready(first)
  await until(() => first.out().includes('#'))
  const [, token = ''] = /administrator at https:\/\/console\.example\/set-up#(\S+)/.exec(first.out()) ?? []
  const setUp = (body: object) =>
    fetch(`http://localhost:${port}/api/account/set-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, email: 'me@example.test', password: 'My-own-password-1', ...body }),
    })
  expect((await setUp({ token: 'wrong' })).status).toBe(403)
  expect((await setUp({ password: 'short' })).status).toBe(422)
  expect((await setUp({})).status).toBe(201)
  expect((await setUp({ email: 'other@example.test' })).status).toBe(403)
  const pid = postgresPid(folder)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  await until(() => !runs(pid))
  const again = start({ DATA_DIR: folder })
  await ready(again)
  expect(again.out()).not.toContain('set-up')
  await ready(given)
  expect(given.out()).not.toMatch(/My-own-password-1|set-up/)
})

test('the demo is not served, and npm start does not touch a real installation', async () => {
  const folder = dataDir()
  const demo = start({ DATA_DIR: folder, DEMO: '1' })
  await ready(demo)
  demo.child.kill('SIGTERM')
  expect(await demo.ended).toBe(0)
  const served = start({ DATA_DIR: folder })
  const taken = start({ DATA_DIR: usedDir(), DEMO: '1' })
  expect([await served.ended, await taken.ended]).toEqual([1, 1])
  expect(served.err()).toMatch(/^DATA_DIR: this is the demo/)
  expect(taken.err()).toMatch(/^DATA_DIR: this is not the demo/)
})

test('after kill -9 the database is adopted; a stop while it is down succeeds and releases the data folder', async () => {
  const folder = usedDir()
  const killed = start({ DATA_DIR: folder })
  await ready(killed)
  const pid = postgresPid(folder)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(runs(pid)).toBe(true)
  const again = start({ DATA_DIR: folder })
  await ready(again)
  expect(postgresPid(folder)).toBe(pid)
  process.kill(pid, 'SIGKILL')
  await until(() => !runs(pid))
  again.child.kill('SIGTERM')
  expect([await again.ended, again.err()]).toEqual([0, ''])
  expect(existsSync(path.join(folder, 'server.lock'))).toBe(false)
})

test('the secret key and the database are closed to others', async () => {
  const modes = execFileSync('stat', ['-c', '%a %n', path.join(used, 'secret-key'), path.join(used, 'postgres')], {
    encoding: 'utf8',
  })
  expect(modes.split('\n').map((line) => line.split(' ')[0])).toEqual(['600', '700', ''])
})

test('a different secret key than that of the database is reported, and nothing is overwritten', async () => {
  const other = start({ DATA_DIR: usedDir(), SECRET_KEY: 'ab'.repeat(32) })
  expect(await other.ended).toBe(1)
  expect(other.err().trim()).toBe('SECRET_KEY: is not the key this database was set up with')
})
