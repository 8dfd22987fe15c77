import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setUp } from '@longreach/contract/account/register-endpoints'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type App, startApp } from './app.ts'
import { readConfig } from './config.ts'
import { nodeName, takeName } from './nodes/membership.ts'
import { createClient, signIn } from './test/client.ts'

const password = 'Correct-horse-1'

let server: pg.Client
let name: string
const apps: App[] = []
const folders: string[] = []

beforeEach(async () => {
  const { host, user } = inject('postgres')
  name = `nodes_${randomBytes(6).toString('hex')}`
  server = new pg.Client({ host, user, database: 'postgres' })
  await server.connect()
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`)
})

afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await server.end()
})

async function startNode(env: Record<string, string>): Promise<App> {
  const { host, user } = inject('postgres')
  const folder = await mkdtemp(path.join(tmpdir(), 'node-'))
  folders.push(folder)
  const app = await startApp(
    readConfig({
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      DATA_DIR: folder,
      SECRET_KEY: 'ab'.repeat(32),
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    }),
  )
  apps.push(app)
  return app
}

test('several nodes that start together on a new database all get to work, with one administrator', async () => {
  const admin = { ADMIN_EMAIL: 'root@example.test', ADMIN_PASSWORD: password }
  const started = await Promise.allSettled([1, 2, 3].map(() => startNode(admin)))
  expect(started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([])
  expect(new Set(apps.map(({ hostKey }) => hostKey)).size).toBe(1)
  for (const app of apps) await signIn(app.url as string, 'root@example.test', password)
})

test('a node of which another one runs under the same name stops at its start, and starts once that has ended', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'node-'))
  folders.push(folder)
  const { host, user } = inject('postgres')
  const other = new pg.Client({ host, user, database: name })
  await other.connect()
  await takeName(other, nodeName({ DATA_DIR: folder }))
  await expect(startNode({ DATA_DIR: folder })).rejects.toThrow('DATA_DIR: another server runs as')
  await other.end()
  await startNode({ DATA_DIR: folder })
})

test('a node without the API prints no link and does not replace that of the API node', async () => {
  const api = await startNode({ ROLES: 'api' })
  const gateway = await startNode({ ROLES: 'gateway' })
  expect([gateway.url, gateway.setUpUrl]).toEqual([undefined, undefined])
  const token = String(api.setUpUrl).split('#')[1] as string
  const answer = await createClient(api.url as string).call(setUp, {
    body: { token, email: 'root@example.test', password },
  })
  expect(answer.status).toBe(201)
})
