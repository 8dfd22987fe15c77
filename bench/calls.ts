import { formatTime } from '@longreach/contract/time'
import { type Installation, startInstallation } from './installation.ts'
import { percentile } from './numbers.ts'
import { seedDevices } from './seed.ts'
import { checkouts, versionName } from './versions.ts'

const devices = 200
/** Consecutive calls of one kind, so that versions alternate often. */
const inARow = 40
const usualRounds = 25
/** Uncounted rounds: connections cache their plans after the fifth use. */
const warmUp = 2

const hourMs = 3_600_000

const lastHour = new URLSearchParams({
  parameters: 'signal',
  start_date: formatTime(new Date(Date.now() - hourMs)),
  end_date: formatTime(new Date()),
})

const calls = {
  'the signed-in user': '/api/user',
  'one device': '/api/devices/5',
  'an hour of one parameter': `/api/devices/5/history?${lastHour}`,
  'the devices list': '/api/devices?limit=25',
} as const

interface Version {
  name: string
  installation: Installation
  times: Map<string, number[]>
}

async function startVersion(checkout: string | undefined): Promise<Version> {
  const installation = await startInstallation({ checkout })
  await seedDevices(installation.database.db, devices)
  return { name: versionName(checkout), installation, times: new Map() }
}

async function timeCall({ admin }: Installation, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await admin.fetch(path)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/**
 * Milliseconds of small consecutive calls. `AGAINST` lists folders of other versions, separated by colons, which
 * alternate with this one.
 */
export async function benchCalls(rounds = Number(process.env.REPEATS ?? usualRounds)): Promise<void> {
  const versions: Version[] = []
  try {
    for (const checkout of checkouts()) versions.push(await startVersion(checkout))
    for (let round = 0; round < rounds + warmUp; round++) {
      for (const { installation, times } of versions) {
        for (const [name, path] of Object.entries(calls)) {
          for (let call = 0; call < inARow; call++) {
            const took = await timeCall(installation, path)
            if (round >= warmUp) times.set(name, [...(times.get(name) ?? []), took])
          }
        }
      }
    }
    for (const name of Object.keys(calls)) {
      for (const version of versions) {
        const times = version.times.get(name) ?? []
        const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1))
        console.log(`${name.padEnd(26)} p50 ${p50} ms  p95 ${p95} ms  ${version.name}`)
      }
    }
  } finally {
    for (const { installation } of versions) await installation.stop()
  }
}
