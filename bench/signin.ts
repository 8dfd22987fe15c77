import { listDevices } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { cost, hashPassword, passwordMatches } from '../apps/server/src/domains/account/password.ts'
import { signIn } from '../apps/server/src/test/client.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median, percentile } from './numbers.ts'

const people = 50
const runs = 5
const password = 'Correct-horse-1'
/** Milliseconds between two requests of a signed-in user. */
const beat = 20

const seconds = (since: number) => (performance.now() - since) / 1000

async function makePeople({ database }: Installation): Promise<void> {
  await sql`
    INSERT INTO users (company_id, l1_id, l2_id, role_id, username, email, password_hash, email_verified_at)
    SELECT u.company_id, u.l1_id, u.l2_id, u.role_id, 'bench' || n, 'bench' || n || '@example.test', ${await hashPassword(password)}, now()
    FROM users u, generate_series(1, ${people}::int) n WHERE u.username = 'admin@longreach.test'`.execute(database.db)
}

/** Milliseconds of responses to another user until the work is done. */
async function answersDuring(installation: Installation, work: Promise<unknown>): Promise<number[]> {
  let over = false
  void work.finally(() => {
    over = true
  })
  const times: number[] = []
  while (!over) {
    const startedAt = performance.now()
    const { status } = await installation.admin.call(listDevices, { query: { limit: 10 } })
    if (status !== 200) throw new Error(`another request was answered ${status}`)
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, beat))
  }
  await work
  return times
}

/** Fifty users sign in at once, compared with hashing alone; and the waiting time of a signed-in user meanwhile. */
export async function benchSignin(): Promise<void> {
  const installation = await startInstallation()
  try {
    await makePeople(installation)
    const stored = await hashPassword(password)
    const alone: number[] = []
    const signIns: number[] = []
    const quiet: number[] = []
    const busy: number[] = []
    for (let run = 0; run < runs; run++) {
      let startedAt = performance.now()
      await Promise.all(Array.from({ length: people }, () => passwordMatches(stored, password)))
      alone.push(people / seconds(startedAt))

      quiet.push(...(await answersDuring(installation, new Promise((resolve) => setTimeout(resolve, 1000)))))

      startedAt = performance.now()
      const all = Promise.all(
        Array.from({ length: people }, (_, at) => signIn(installation.url, `bench${at + 1}@example.test`, password)),
      ).then(() => signIns.push(people / seconds(startedAt)))
      busy.push(...(await answersDuring(installation, all)))
    }
    const times = (values: number[]) =>
      `p50 ${percentile(values, 0.5).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)}, most ${Math.max(...values).toFixed(0)} ms`
    const { memoryCost, timeCost, parallelism } = cost
    console.log(`argon2id with ${memoryCost} KiB, ${timeCost} passes, ${parallelism} lane; median of ${runs} runs`)
    console.log(`the hashing alone: ${median(alone).toFixed(0)} a second`)
    console.log(
      `${people} sign-ins at once: ${median(signIns).toFixed(0)} a second, ${(median(signIns) / median(alone)).toFixed(2)} of that`,
    )
    console.log(`a list for another user, quiet: ${times(quiet)}; meanwhile: ${times(busy)}`)
  } finally {
    await installation.stop()
  }
}
