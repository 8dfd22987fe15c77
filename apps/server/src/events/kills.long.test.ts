import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import { createEvents } from './events.ts'
import { eventHandler } from './handler.ts'

/** `KILLS_SEED` repeats a run, `EVENT_KILLS` is the number of kills. */
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const kills = Number(process.env.EVENT_KILLS ?? 5)
const devices = 50

const database = await cloneDatabase()
const { db } = database
afterAll(() => database.drop())

async function startNode(): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, '../test/events-node.ts'), [database.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test(`${kills} kills of two nodes under load: no event is lost or handled twice, and the order of each device holds`, async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  const moments = fc.sample(
    fc.record({ ms: fc.integer({ min: 20, max: 400 }), node: fc.integer({ min: 0, max: 1 }) }),
    {
      seed,
      numRuns: kills,
    },
  )
  await sql`CREATE TABLE test_handled (position bigint GENERATED ALWAYS AS IDENTITY, event bigint, device bigint, number int)`.execute(
    db,
  )
  await sql`CREATE TABLE test_devices AS SELECT id::bigint, 0 AS number FROM generate_series(1, ${devices}::int) AS id`.execute(
    db,
  )
  const handler = eventHandler('test.kills', ['device.renamed'], async () => {})
  const sender = createEvents({ db, work: false, registry: new Registry(), log: { warn: () => {} } })
  await sender.start([handler])
  const nodes = [await startNode(), await startNode()]
  let sending = true
  let emitted = 0
  const send = async () => {
    while (sending) {
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number; number: number }>`
          UPDATE test_devices SET number = number + 1
          WHERE id IN (SELECT id FROM test_devices ORDER BY random() LIMIT 5 FOR UPDATE SKIP LOCKED) RETURNING id, number`.execute(
          tx,
        )
        await sender.emit(
          tx,
          ...rows.map(({ id, number }) => ({
            type: 'device.renamed' as const,
            data: { device_id: id, company_id: 1, from: '', to: String(number) },
          })),
        )
        emitted += rows.length
      })
    }
  }
  const senders = [send(), send()]
  for (const { ms, node } of moments) {
    await delay(ms)
    await kill(nodes[node] as ChildProcess)
    nodes[node] = await startNode()
  }
  sending = false
  await Promise.all(senders)
  const left = async () => (await sql<{ n: number }>`SELECT count(*) AS n FROM events`.execute(db)).rows[0]?.n
  await until(async () => (await left()) === 0, 60_000)
  await Promise.all([...nodes.map(kill), sender.stop()])
  const { rows } = await sql<{
    device: number
    number: number
  }>`SELECT device, number FROM test_handled ORDER BY position`.execute(db)
  process.stdout.write(`${rows.length} events\n`)
  expect(rows.length).toBe(emitted)
  for (let device = 1; device <= devices; device++) {
    const numbers = rows.filter((row) => row.device === device).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  }
}, 120_000)
