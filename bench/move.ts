import { createCompany, listCompanies, moveCompany } from '@longreach/contract/companies/endpoints'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { applyLatest } from '../apps/server/src/domains/devices/latest.ts'
import { signIn } from '../apps/server/src/test/client.ts'
import { startInstallation } from './installation.ts'
import { thousands } from './numbers.ts'
import { seedDevices } from './seed.ts'

/** Number of devices that report concurrently. */
const reporting = 20

/** Longest wait in seconds for an acknowledgement of reports from the company's devices during the work. */
async function longestWait(db: Db, companyId: number, work: Promise<unknown>): Promise<number> {
  let over = false
  const ended = work.finally(() => {
    over = true
  })
  let longest = 0
  for (let round = 0; !over; round++) {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM devices d WHERE company_id = ${companyId} ORDER BY md5(id::text || ${round}::text) LIMIT ${reporting}`.execute(
      db,
    )
    const values = { operator: round % 2 === 0 ? 'Telia' : 'BITE', signal: -50 - (round % 40) }
    const startedAt = performance.now()
    await db.transaction().execute((tx) =>
      applyLatest(
        tx,
        rows.map(({ id }) => ({ device_id: id, ts: new Date(), values })),
      ),
    )
    longest = Math.max(longest, performance.now() - startedAt)
  }
  await ended
  return longest / 1000
}

/** Duration of moving a company, by number of devices: four fifths of the seeded ones belong to Demo. */
export async function benchMove(count = Number(process.argv[3] ?? 125_000)): Promise<void> {
  const installation = await startInstallation()
  try {
    const { db } = installation.database
    await seedDevices(db, count)
    const root = await signIn(installation.url, 'root@longreach.test', 'Longreach-demo-1')
    const { data } = await root.call(createCompany, { body: { name: 'Above', parent_id: 0 } })
    const { data: companies } = await root.call(listCompanies)
    const move = async (name: string, target: number) => {
      const company = companies.find((one) => one.name === name)
      const id = Number(company?.id)
      const startedAt = performance.now()
      const moving = root.call(moveCompany, { body: { source: id, target } }).then((answer) => {
        if (answer.status !== 200) throw new Error(answer.text)
        return (performance.now() - startedAt) / 1000
      })
      const waited = await longestWait(db, id, moving)
      const took = (await moving).toFixed(1)
      console.log(
        `${name}, ${thousands(company?.devices_count ?? 0)} devices: ${took} s; a report waited at most ${waited.toFixed(2)} s (goal 2)`,
      )
    }
    await move('Demo North Pier', 0)
    await move('Demo North', 0)
    await move('Demo', data.id)
  } finally {
    await installation.stop()
  }
}
