import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '@longreach/contract'
import { login } from '@longreach/contract/account/endpoints'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createDevices } from '@longreach/contract/devices/endpoints'
import { text } from '@longreach/contract/i18n'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type App, type Parts, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { signInStep } from '../domains/account/hooks.ts'
import { companyDeleted } from '../domains/companies/hooks.ts'
import { Problem } from '../endpoint/problem.ts'
import { modules } from '../modules.ts'
import { createClient, signIn } from '../test/client.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import { password } from '../test/world.ts'
import { defineHook } from './hook.ts'
import { defineModule } from './module.ts'
import { removeExpired } from './retention.ts'
import { buoysTable, listBuoys } from './test-buoys/buoys.ts'
import { buoysModule } from './test-buoys/module.ts'

const admin = 'root@example.test'
let database: TestDatabase
let folder: string
let app: App | undefined

beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query(buoysTable)
  folder = await mkdtemp(path.join(tmpdir(), 'modules-'))
})

afterEach(async () => {
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

test('a domain is added by its folder and one line: its call, its job, its hook and its retention work', async () => {
  const url = await start({ modules: [...modules, buoysModule], endpoints: [...endpoints, listBuoys] })
  const client = await signIn(url, admin, password)
  const { data: company } = await client.call(createCompany, { body: { parent_id: 0, name: 'Harbour' } })
  const device = {
    company_id: company.id,
    serial: '6000000017',
    mac: '00:1E:42:00:00:17',
    device_series: 'rut' as const,
    password_confirmation: 'Router-pass-1',
  }
  const [created] = (await client.call(createDevices, { body: { data: [device] } })).data
  const list = async () => (await client.call(listBuoys)).data
  await until(async () => (await list())[0]?.painted)
  expect(await list()).toEqual([{ device_id: created?.id, painted: true }])
  await database.pool.query("UPDATE buoys SET created_at = now() - interval '366 days'")
  await removeExpired(database.db, buoysModule.retention ?? [])
  expect(await list()).toEqual([])
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
