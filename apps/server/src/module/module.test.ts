import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '@longreach/contract'
import { login } from '@longreach/contract/account/endpoints'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createDevices, deleteDevices } from '@longreach/contract/devices/endpoints'
import { text } from '@longreach/contract/i18n'
import { type ClientEvents, type ServerEvents, socketPath, userChannel } from '@longreach/contract/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type App, type Parts, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { signInStep } from '../domains/account/hooks.ts'
import { companyDeleted } from '../domains/companies/hooks.ts'
import { syncDefaultRoles } from '../domains/roles/store.ts'
import { Problem } from '../endpoint/problem.ts'
import { job } from '../jobs/job.ts'
import { modules } from '../modules.ts'
import { createClient, signIn, type TestClient } from '../test/client.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import { password } from '../test/world.ts'
import { fillDemo, withDemo } from './demo.ts'
import { defineHook } from './hook.ts'
import { defineModule } from './module.ts'
import { removeExpired } from './retention.ts'
import type { Services } from './services.ts'
import { buoysTable, listBuoys } from './test-buoys/buoys.ts'
import { buoysModule } from './test-buoys/module.ts'

const admin = 'root@example.test'
let database: TestDatabase
let folder: string
let app: App | undefined
let page: Socket<ServerEvents, ClientEvents> | undefined

beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query(buoysTable)
  folder = await mkdtemp(path.join(tmpdir(), 'modules-'))
})

afterEach(async () => {
  page?.close()
  await app?.stop()
  app = undefined
})

afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(parts: Partial<Parts>): Promise<string> {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: password,
  }
  app = await startApp(readConfig(settings), parts)
  return app.url as string
}

/** An open page of the first user; collects the devices whose buoys were published as painted. */
async function follow(url: string, { cookies }: TestClient): Promise<number[]> {
  const { rows } = await database.pool.query('SELECT min(id) AS id FROM users')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  page = io(url, { path: socketPath, transports: ['websocket'], extraHeaders: { cookie } })
  const painted: number[] = []
  page.on('BuoyPainted', ({ device_id }) => painted.push(device_id))
  await page.emitWithAck('subscribe', { channel: userChannel(rows[0].id) })
  return painted
}

test('a domain is added by its folder and one line: calls, jobs, hooks, events, news and retention work', async () => {
  const url = await start({ modules: [...modules, buoysModule], endpoints: [...endpoints, listBuoys] })
  const client = await signIn(url, admin, password)
  const painted = await follow(url, client)
  const { data: company } = await client.call(createCompany, { body: { parent_id: 0, name: 'Harbour' } })
  const add = async (serial: string, mac: string) => {
    const device = { serial, mac, device_series: 'rut' as const, password_confirmation: 'Router-pass-1' }
    const { data } = await client.call(createDevices, { body: { data: [{ ...device, company_id: company.id }] } })
    return data[0]?.id as number
  }
  const list = async () => (await client.call(listBuoys)).data
  const one = await add('6000000017', '00:1E:42:00:00:17')
  const other = await add('6000000018', '00:1E:42:00:00:18')
  await until(() => painted.length === 2)
  expect(await list()).toEqual([one, other].map((device_id) => ({ device_id, painted: true })))
  await client.call(deleteDevices, { body: { device_id: [one] } })
  await until(async () => (await list()).length === 1)
  await database.pool.query("UPDATE buoys SET created_at = now() - interval '366 days'")
  await removeExpired(database.db, buoysModule.retention ?? [])
  expect(await list()).toEqual([])
})

test('a domain fills the demo, once; what it declares for the demo is in no other installation', async () => {
  const empty = await cloneDatabase()
  onTestFinished(() => empty.drop())
  await empty.pool.query(buoysTable)
  const buoys = async () => (await empty.pool.query('SELECT device_id::int FROM buoys')).rows
  const services = { db: empty.db } as Services
  await fillDemo([buoysModule], services)
  expect(await buoys()).toEqual([{ device_id: 7 }])
  await syncDefaultRoles(empty.db)
  await empty.pool.query(
    "INSERT INTO users (company_id, role_id, username, email) VALUES (0, 1, 'root@example.test', 'root@example.test')",
  )
  await fillDemo([buoysModule], services)
  expect(await buoys()).toHaveLength(1)
  const jobs = () => [job({ name: 'tides.high' }).handle(async () => {})]
  const tides = defineModule({ name: 'tides', demo: { jobs } })
  expect([tides, ...withDemo([tides])].map(({ name, jobs }) => [name, jobs !== undefined])).toEqual([
    ['tides', false],
    ['tides', false],
    ['demo of tides', true],
  ])
})

test('a step of the sign-in is asked after the password and before there is a session', async () => {
  const asked: string[] = []
  const guard = defineModule({
    name: 'guard',
    hooks: () => [
      signInStep.use(async (_db, { username }) => {
        asked.push(username)
        throw new Problem('FORBIDDEN', { message: text('account.confirm_password') })
      }),
    ],
  })
  const client = createClient(await start({ modules: [...modules, guard] }))
  const wrong = await client.call(login, { body: { username: admin, password: 'wrong' } })
  expect([wrong.status, asked]).toEqual([401, []])
  const right = await client.call(login, { body: { username: admin, password } })
  expect([right.status, right.errors[0]?.message, asked]).toEqual([403, 'Confirm your password', [admin]])
  expect(client.cookies.size).toBe(0)
})

test('a list of modules that does not fit together ends the start, and the message names the module', async () => {
  const [companies, ...others] = modules
  if (!companies) throw new Error('no modules')
  const unknown = defineModule({ name: 'tides', hooks: () => [defineHook<() => void>('tide').use(() => {})] })
  await expect(start({ modules: [...modules, companies] })).rejects.toThrow('Module companies is listed twice')
  await expect(start({ modules: [...others, companies] })).rejects.toThrow(
    `Module mail uses hook ${companyDeleted.name} and has to be listed after module companies`,
  )
  await expect(start({ modules: [...modules, unknown] })).rejects.toThrow(
    'Module tides uses hook tide, which no module offers',
  )
  await expect(start({ modules: modules.filter(({ name }) => name !== 'storage') })).rejects.toThrow(
    'Endpoint storage.list has 0 handlers',
  )
  await expect(start({ modules: [...modules, buoysModule] })).rejects.toThrow('Endpoint buoys.list is not listed')
})
