import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { createTag } from '@longreach/contract/tags/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Manifest, manifestFile } from '../../apps/server/src/backup/manifest.ts'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../../apps/server/src/test/device.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { type PackagedPostgres, packaged, startPackagedPostgres } from './packaged-postgres.ts'

const run = promisify(execFile)
const password = 'Correct-horse-1'

test.runIf(process.env.CI)('CI has PostgreSQL in another major version', () => expect(packaged).toBeDefined())

describe.skipIf(!packaged)('an installation moves between major versions of PostgreSQL', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'major-'))
  const at = (name: string) => path.join(folder, name)
  let postgres: PackagedPostgres
  let server: NodeProcess | undefined
  let device: Enrolled
  let hostKey: string
  let seq = 0

  beforeAll(async () => {
    // The embedded one runs as another account.
    chmodSync(folder, 0o711)
    postgres = await startPackagedPostgres(packaged?.bin ?? '')
  })

  afterAll(async () => {
    await server?.end()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const settingsOf = (name: string, url?: string): Record<string, string> => ({
    DATA_DIR: at(name),
    ...(url ? { DATABASE_URL: url } : {}),
  })
  const start = async (settings: Record<string, string>) => {
    server = await startNodeProcess({
      ...settings,
      HOST: '127.0.0.1',
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      ADMIN_EMAIL: 'root@example.test',
      ADMIN_PASSWORD: password,
      // Nothing listens there: mails stay queued.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'console@example.test',
    })
    return server.ready()
  }
  const root = () => signIn(server?.ready().url ?? '', 'root@example.test', password)

  /** A command line program, with the settings of a server. */
  const command = (name: string, settings: Record<string, string>, ...words: string[]) =>
    run(process.execPath, [path.resolve(`apps/server/src/${name}.ts`), ...words], {
      env: { PATH: process.env.PATH, ...settings },
    })
  const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(path.join(at(name), manifestFile), 'utf8'))

  /** Writes beside the server for as long as the work takes; resolves to how much was accepted. */
  async function besideWrites(client: TestClient, company: number, work: () => Promise<unknown>): Promise<number> {
    let [going, written] = [true, 0]
    const writing = (async () => {
      while (going) {
        const name = `Beside ${seq} ${written}`
        const { status } = await client.call(createTag, { body: { company_id: company, name, color: '#4287F5' } })
        if (status === 201) written++
      }
    })()
    await work()
    going = false
    await writing
    return written
  }

  /** One more report of the device, stored. */
  async function report(): Promise<void> {
    const link = await connectEnrolled(server?.ready().gatewayPort ?? 0, device)
    link.say('set 1 signal', `report ${device.hello.boot} ${++seq} 0 1 [-${60 + seq}]`)
    await link.hear(`ack ${device.hello.boot} ${seq}`)
    link.leave()
  }

  async function majorOf(connection: pg.ClientConfig): Promise<number> {
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
    await client.end()
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  }

  /** The restored data equals what was written, row by row, and a server continues with it. */
  async function goOn(from: string, settings: Record<string, string>) {
    const again = `${from}-again`
    await command('backup', settings, at(again))
    const [before, after] = [manifestOf(from), manifestOf(again)]
    expect(after.tables).toEqual(before.tables)
    expect(after.sequences).toEqual(before.sequences)
    expect(after.jobs).toEqual(before.jobs)
    expect(before.tables.some(({ partition, rows }) => partition && rows > 0)).toBe(true)
    expect(before.jobs.map(({ name }) => name)).toContain('mail.send')

    expect((await start(settings)).hostKey).toBe(hostKey)
    const client = await root()
    const { data: companies } = await client.call(listCompanies)
    expect(companies.map(({ name }) => name)).toContain('Häfen – Übersee')
    const body = { company_id: companies[0]?.id ?? 0, name: `New ${from}`, color: '#4287F5' }
    const { data: tag } = await client.call(createTag, { body })
    expect(tag.id).toBe((before.sequences.find(({ table }) => table === 'tags')?.value ?? 0) + 1)
    await report()
    return client
  }

  test('from the older one to the embedded one, and back', async () => {
    const older = settingsOf('older', await postgres.create('first'))
    hostKey = (await start(older)).hostKey
    expect(await majorOf({ connectionString: older.DATABASE_URL })).toBe(packaged?.major)
    let client = await root()
    const made = await client.call(createCompany, { body: { name: 'Häfen – Übersee', parent_id: 0 } as never })
    const company = made.data.id
    const key = await client.call(createEnrolmentKey, { body: { company_id: company, uses: 9 } })
    device = await enrolDevice(server?.ready().gatewayPort ?? 0, key.data.key, { serial: '7700000001' })
    await report()
    const invited = await client.call(inviteUser, {
      body: { email: 'ann@example.test', company_id: company, role_id: 2 },
    })
    expect(invited.status).toBe(201)

    const written = await besideWrites(client, company, () => command('backup', older, at('from-older'), '--with-key'))
    expect(written).toBeGreaterThan(0)
    await server?.end()

    const embedded = settingsOf('embedded')
    await command('restore', embedded, at('from-older'))
    client = await goOn('from-older', embedded)
    expect(
      await majorOf({ host: path.join(at('embedded'), 'socket'), user: 'longreach', database: 'postgres' }),
    ).toBeGreaterThan(packaged?.major ?? 0)

    await besideWrites(client, company, () => command('backup', embedded, at('from-embedded'), '--with-key'))
    await server?.end()
    const back = settingsOf('back', await postgres.create('second'))
    await command('restore', back, at('from-embedded'))
    await goOn('from-embedded', back)
    await server?.end()
    server = undefined
  })
})
