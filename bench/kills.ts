import { randomInt } from 'node:crypto'
import { runKills } from '../e2e/long/kills.ts'
import { thousands } from './numbers.ts'

/** Counts lost and duplicated data over twenty kills of server, database or both; KILLS_SEED repeats a run. */
export async function benchKills(): Promise<void> {
  const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
  console.log(`KILLS_SEED=${seed}`)
  const { kills, reports, calls, actions, targets, faults } = await runKills({
    kills: 20,
    devices: 100,
    seed,
    say: (line) => console.log(line),
  })
  console.log(
    `${kills.length} kills; ${thousands(reports)} reports, ${thousands(calls)} calls, ${actions} bulk actions`,
  )
  console.log(`targets: ${JSON.stringify(targets)}`)
  console.log(`lost or doubled: ${faults.length}`)
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
