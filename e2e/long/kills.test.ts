import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runKills } from './kills.ts'

/** `KILLS_SEED` repeats a run, `KILLS` makes it longer; the first three kill each victim once. */
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const kills = Number(process.env.KILLS ?? 3)

test(`${kills} kills of server, database or both under reports, calls and a bulk action: nothing acknowledged is lost or doubled`, async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  const outcome = await runKills({ kills, devices: 40, seed, say: (line) => process.stdout.write(`${line}\n`) })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  expect(outcome.faults).toEqual([])
  expect(outcome.actions).toBeGreaterThan(0)
  expect(outcome.targets.done).toBeGreaterThan(0)
}, 1_200_000)
