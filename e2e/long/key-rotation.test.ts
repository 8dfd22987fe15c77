import { existsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pick } from '../../apps/fleet/src/prng.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { killDatabase } from './mortal-server.ts'
import { makeRotatedInstallation, type RotatedInstallation, type Rotation } from './rotated-installation.ts'

const mails = 5000
/** `KILLS` makes it longer. */
const kills = Number(process.env.KILLS ?? 3)
const all = {
  action_secrets: 1,
  blobs: 1,
  campaigns: 0,
  config_templates: 0,
  device_claims: 1,
  enrolment_keys: 0,
  import_rows: 1,
  mails,
  moved_credentials: 1,
  remote_access: 1,
}
const seed = 7
const victims = ['command', 'database', 'both'] as const

let installation: RotatedInstallation

beforeAll(async () => {
  installation = await makeRotatedInstallation(mails)
})

afterAll(() => installation?.end())

/** Nothing is lost: a server starts, knows its devices, and its key opens every secret. */
async function expectWhole(): Promise<void> {
  expect((await installation.startOnce()).hostKey).toBe(installation.hostKey)
  expect(await installation.opened()).toEqual(all)
}

/**
 * Locks the last row a rotation processes, and calls when the rotation, with everything else sealed again, waits for
 * it.
 */
const inTheMiddle = (work: (rotation: Rotation) => Promise<void>) =>
  installation.withDatabase(async (database) => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT id FROM remote_access FOR UPDATE')
      const rotation = installation.rotate()
      await installation.waitsForLock(database)
      await work(rotation)
    } finally {
      client.release(true)
    }
  })

test('a rotation that is killed in the middle of its transaction changed nothing, and the next one is done', async () => {
  const before = installation.key()
  await inTheMiddle(async ({ child, ended }) => {
    child.kill('SIGKILL')
    expect((await ended).code).toBeNull()
  })
  expect(existsSync(installation.nextFile)).toBe(true)
  await expectWhole()
  expect(installation.key()).toBe(before)

  expect(await installation.rotate().ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^5007 secrets are sealed/),
  })
  expect(installation.key()).not.toBe(before)
  await expectWhole()
})

test('a database that is killed in the middle ends the rotation with a line; nothing is lost, and the next one is done', async () => {
  const before = installation.key()
  await inTheMiddle(async ({ ended }) => {
    killDatabase(installation.folder)
    const out = 'The connection to the database failed. Nothing is lost: run this again, or start the server\n'
    expect(await ended).toEqual({ code: 1, out })
  })
  await expectWhole()
  expect(installation.key()).toBe(before)
  expect((await installation.rotate().ended).code).toBe(0)
  await expectWhole()
})

/** Resolves when a rotation has written its key beside the one in use, and starts its transaction. */
const expectSignIn = (since: number) =>
  until(() => existsSync(installation.nextFile) && statSync(installation.nextFile).mtimeMs >= since, 60_000)

test('nor is anything lost at whatever moment of it the rotation, its database or both are killed', async () => {
  const whole = installation.rotate()
  await expectSignIn(Date.now() - 100)
  const startedAt = Date.now()
  expect((await whole.ended).code).toBe(0)
  const takes = Date.now() - startedAt
  for (let kill = 0; kill < kills; kill++) {
    // Each once, then at random.
    const victim = victims[kill] ?? pick(victims, seed, kill)
    const since = Date.now() - 100
    const { child, ended } = installation.rotate()
    await expectSignIn(since)
    await delay((takes * kill) / kills)
    if (victim !== 'database') child.kill('SIGKILL')
    if (victim !== 'command' && existsSync(installation.postmaster)) killDatabase(installation.folder)
    await ended
    await expectWhole()
  }
  expect((await installation.rotate().ended).code).toBe(0)
  await expectWhole()
})
