import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testBoot, testWriter } from '../../test/domains/monitoring.ts'
import type { ReportWriter } from './writer.ts'

let database: TestDatabase
const arrivedAt = new Date('2026-03-04T05:06:07Z')

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(() => database.drop())

/** Writes reports of a device and returns how many were stored and how many rejected. */
async function outcomeOf(writer: ReportWriter, deviceId: number, from: number, to: number, boot = testBoot) {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const settled = await Promise.allSettled(
    numbers.map((seq) =>
      writer.write(
        { deviceId, epoch: 1 },
        { boot, seq, age: 0, uptime: 9, arrivedAt, names: ['signal'], values: [-seq] },
      ),
    ),
  )
  const stored = settled.filter(({ status }) => status === 'fulfilled').length
  return [stored, settled.length - stored]
}

test('without disk space a device that reconnects and sends again occupies no more of the queue', async () => {
  const { promise: freed, resolve } = Promise.withResolvers<void>()
  const writer = testWriter(database, () => arrivedAt, undefined, freed)
  const others = outcomeOf(writer, 2, 1, 10_000)
  const first = outcomeOf(writer, 1, 1, 400)
  const rebooted = outcomeOf(writer, 1, 1, 10, 'b1b2c3d4e5f6')
  const again = []
  for (let link = 0; link < 30; link++) {
    writer.relinked(1, 'b1b2c3d4e5f6')
    again.push(outcomeOf(writer, 1, 1, 400, 'b1b2c3d4e5f6'))
  }
  resolve()
  expect(await others).toEqual([10_000, 0])
  expect(await first).toEqual([400, 0])
  expect(await rebooted).toEqual([0, 10])
  expect(await Promise.all(again)).toEqual([...Array(29).fill([0, 400]), [400, 0]])
})

test('with enough disk space the queued reports of a device that reconnects are stored', async () => {
  const writer = testWriter(database, () => arrivedAt)
  const written = outcomeOf(writer, 3, 1, 400)
  writer.relinked(3, testBoot)
  expect(await written).toEqual([400, 0])
})
