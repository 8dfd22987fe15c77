import { tokenScopes } from '@longreach/contract/account/scopes'
import { formatTime } from '@longreach/contract/time'
import { insertToken } from '../apps/server/src/domains/account/access-store.ts'
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

const paths = {
  'the signed-in user': '/api/user',
  'one device': '/api/devices/5',
  'an hour of one parameter': `/api/devices/5/history?${lastHour}`,
  'the devices list': '/api/devices?limit=25',
} as const

/** Access tokens that take turns, so that none makes more calls a minute than it may. */
const tokens = 40

interface Version {
  name: string
  installation: Installation
  headers: readonly Record<string, string>[]
  times: Map<string, number[]>
}

/** How a call is made: with the cookie of the console, or with an access token. */
const callers = ['console', 'token'] as const

async function startVersion(checkout: string | undefined): Promise<Version> {
  const installation = await startInstallation({ checkout })
  const { db } = installation.database
  await seedDevices(db, devices)
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@longreach.test')
    .executeTakeFirstOrThrow()
  const scopes = tokenScopes.map(({ name }) => name)
  const made = await Promise.all(
    Array.from({ length: tokens }, (_, at) =>
      insertToken(db, { userId, name: `Program ${at}`, scopes, days: 1, ip: '127.0.0.1' }),
    ),
  )
  const headers = made.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  return { name: versionName(checkout), installation, headers, times: new Map() }
}

let calls = 0

async function timeCall({ installation, headers }: Version, path: string, caller: string): Promise<number> {
  const { admin, url } = installation
  const startedAt = performance.now()
  const response =
    caller === 'token'
      ? await fetch(url + path, { headers: headers[calls++ % tokens] as Record<string, string> })
      : await admin.fetch(path)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/**
 * Milliseconds of small consecutive calls, by the console and by a program. `AGAINST` lists folders of other versions, separated by colons, which
 * alternate with this one.
 */
export async function benchCalls(rounds = Number(process.env.REPEATS ?? usualRounds)): Promise<void> {
  const versions: Version[] = []
  try {
    for (const checkout of checkouts()) versions.push(await startVersion(checkout))
    for (let round = 0; round < rounds + warmUp; round++) {
      for (const version of versions) {
        for (const [name, path] of Object.entries(paths)) {
          for (let call = 0; call < inARow * 2; call++) {
            const caller = callers[call % 2] as string
            const took = await timeCall(version, path, caller)
            const key = `${name} ${caller}`
            if (round >= warmUp) version.times.set(key, [...(version.times.get(key) ?? []), took])
          }
        }
      }
    }
    for (const name of Object.keys(paths)) {
      for (const version of versions) {
        for (const caller of callers) {
          const times = version.times.get(`${name} ${caller}`) ?? []
          const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(2))
          console.log(`${name.padEnd(26)} ${caller.padEnd(8)} p50 ${p50} ms  p95 ${p95} ms  ${version.name}`)
        }
      }
    }
  } finally {
    for (const { installation } of versions) await installation.stop()
  }
}
