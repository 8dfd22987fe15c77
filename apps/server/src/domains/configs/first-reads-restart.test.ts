import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { at, commandsOf, connect, useActionWorld } from '../../test/domains/actions.ts'
import { router } from '../../test/domains/configs.ts'
import { secretKey, testSettings } from '../../test/settings.ts'
import { until } from '../../test/until.ts'

useActionWorld()

let folder: string
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a device that enrolled before a restart of the server is read after it', async () => {
  const one = await router()
  const rows = async () =>
    (await sql`SELECT FROM config_first_reads WHERE device_id = ${one.id}`.execute(at.world.db)).rows.length
  await until(async () => (await rows()) === 1)
  one.device.leave()
  await at.world.app.stop()
  await sql`UPDATE config_first_reads SET due_at = now()`.execute(at.world.db)
  folder = await mkdtemp(path.join(tmpdir(), 'restarted-'))
  await writeFile(path.join(folder, 'secret-key'), secretKey, { mode: 0o600 })
  at.world.app = await startApp(readConfig({ ...testSettings, DATABASE_URL: at.world.url, DATA_DIR: folder }))
  const device = await connect(one.enrolled)
  // A read that is due before the device counts as online is postponed.
  await until(async () => {
    await sql`UPDATE config_first_reads SET due_at = now()`.execute(at.world.db)
    return commandsOf(device).length > 0
  })
  expect(commandsOf(device).map(({ command }) => command)).toEqual(['config-read'])
})
