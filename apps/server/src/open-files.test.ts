import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { linkCodes } from '@longreach/contract/link/codes'
import { formatUpLine } from '@longreach/contract/link/lines'
import { afterAll, expect, test } from 'vitest'
import { syncDefaultRoles } from './domains/roles/store.ts'
import { openFilesAllowed, planFiles } from './open-files.ts'
import { signIn } from './test/client.ts'
import { cloneDatabase, type TestDatabase } from './test/clone.ts'
import { connectEnrolled, enrolDevice } from './test/device.ts'
import { connectDevice } from './test/gateway/device.ts'
import { until } from './test/until.ts'
import { password } from './test/world.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
let server: ChildProcess | undefined
let database: TestDatabase | undefined

afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await new Promise((resolve) => server?.once('exit', resolve))
  }
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('with enough open files every device asked for gets its link; with fewer so many that browsers keep theirs', () => {
  const asked = { links: 15_000, connections: 2_000 }
  expect(planFiles(asked, undefined)).toEqual({ links: 15_000, required: 18_050 })
  expect(planFiles(asked, 20_000).links).toBe(15_000)
  expect(planFiles(asked, 4_400).links).toBe(2_000)
  expect(planFiles(asked, 1_024).links).toBe(1)
  expect(openFilesAllowed()).toBeGreaterThan(0)
})

test('a server with too few open files logs how many it needs, and asks the excess device to come back', async () => {
  database = await cloneDatabase()
  await syncDefaultRoles(database.db)
  const main = path.join(import.meta.dirname, 'main.ts')
  // Ten browser connections and the server's own files leave two for devices.
  const running = spawn('sh', ['-c', 'ulimit -n 313; exec "$@"', 'sh', process.execPath, main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      GATEWAY_LINKS: '100',
      HTTP_CONNECTIONS: '10',
      ADMIN_EMAIL: 'root@example.test',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
    },
  })
  server = running
  let out = ''
  running.stdout.on('data', (chunk) => {
    out += chunk
  })
  await until(() => out.includes('Gateway: port'))
  const warning = out.split('\n').find((line) => line.includes('too few open files')) ?? '{}'
  expect(JSON.parse(warning)).toMatchObject({ allowed: 313, required: 415, links: 2 })
  const base = /Console: (\S+)/.exec(out)?.[1] as string
  const port = Number(/Gateway: port (\d+)/.exec(out)?.[1])
  const root = await signIn(base, 'root@example.test', password)
  const company = await root.call(createCompany, { body: { name: 'Harbour', parent_id: 0 } })
  const key = await root.call(createEnrolmentKey, { body: { company_id: company.data.id, uses: 3 } })
  const devices = []
  for (const place of [1, 2, 3])
    devices.push(
      await enrolDevice(port, key.data.key, { serial: `750000000${place}`, mac: `00:1E:42:75:00:0${place}` }),
    )
  const [first, second, third] = devices as [(typeof devices)[0], (typeof devices)[0], (typeof devices)[0]]
  const links = [await connectEnrolled(port, first), await connectEnrolled(port, second)]
  const refused = await connectDevice({ port, user: String(third.deviceId), privateKey: third.privateKey })
  refused.say(formatUpLine({ verb: 'hello', hello: third.hello }))
  expect(await refused.hear('refused ')).toMatch(new RegExp(`^refused ${linkCodes.busy} \\d+ `))
  expect(links.map((link) => link.closed())).toEqual([false, false])
  links[0]?.leave()
  await until(async () => {
    const again = await connectEnrolled(port, third).catch(() => undefined)
    again?.leave()
    return again !== undefined
  })
  links[1]?.leave()
})
