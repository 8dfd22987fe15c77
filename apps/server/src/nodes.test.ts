import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { signIn } from './test/client.ts'

const password = 'Correct-horse-1'

test('several nodes that start together on a new database all get to work, with one administrator', async () => {
  const { host, user } = inject('postgres')
  const name = `nodes_${randomBytes(6).toString('hex')}`
  const server = new pg.Client({ host, user, database: 'postgres' })
  await server.connect()
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(path.join(tmpdir(), 'node-'))))
  const started = await Promise.allSettled(
    folders.map((folder) =>
      startApp(
        readConfig({
          DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
          DATA_DIR: folder,
          SECRET_KEY: 'ab'.repeat(32),
          PORT: '0',
          GATEWAY_HOST: '127.0.0.1',
          GATEWAY_PORT: '0',
          LOG_LEVEL: 'silent',
          ADMIN_EMAIL: 'root@example.test',
          ADMIN_PASSWORD: password,
        }),
      ),
    ),
  )
  const apps = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    expect(started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([])
    expect(new Set(apps.map(({ hostKey }) => hostKey)).size).toBe(1)
    for (const app of apps) await signIn(app.url as string, 'root@example.test', password)
  } finally {
    for (const app of apps) await app.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.end()
  }
})
