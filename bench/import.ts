import { listCompanies } from '@longreach/contract/companies/endpoints'
import { importDevices } from '@longreach/contract/devices/import-endpoints'
import { sql } from 'kysely'
import { signIn } from '../apps/server/src/test/client.ts'
import { until } from '../apps/server/src/test/until.ts'
import { startInstallation } from './installation.ts'
import { thousands } from './numbers.ts'

const firstSerial = 6_000_000_000
/** One row in a hundred has an error. */
const isBad = (at: number) => at % 100 === 99

function fileOf(count: number): File {
  const rows = Array.from({ length: count }, (_, at) => {
    const serial = isBad(at) ? 'x' : String(firstSerial + at)
    return `${serial},02${String(at).padStart(10, '0')},Admin-${at},Bus ${at}\n`
  })
  return new File([`serial,mac,password,name\n${rows.join('')}`], 'devices.csv', { type: 'text/csv' })
}

/** Time until all devices of a file are in the list. */
export async function benchImport(count = Number(process.argv[3] ?? 10_000)): Promise<void> {
  const installation = await startInstallation()
  try {
    const { db } = installation.database
    const root = await signIn(installation.url, 'root@longreach.test', 'Longreach-demo-1')
    const { data: companies } = await root.call(listCompanies)
    const body = { company_id: companies[0]?.id ?? 0, device_series: 'rut' as const }
    const startedAt = performance.now()
    const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
    const { data, status, text } = await root.call(importDevices, { body, files: { file: fileOf(count) } })
    if (status !== 201) throw new Error(text)
    console.log(
      `${thousands(data.total)} rows, ${thousands(data.failed)} of them with errors: checked in ${seconds()} s`,
    )
    const unfinished = sql<{ id: number }>`SELECT id FROM imports WHERE id = ${data.id} AND finished_at IS NULL`
    await until(async () => (await unfinished.execute(db)).rows.length === 0, 600_000)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM devices WHERE serial >= ${String(firstSerial)}`.execute(db)
    console.log(`${thousands(rows[0]?.count ?? 0)} devices added in ${seconds()} s (goal 60 for 10,000)`)
  } finally {
    await installation.stop()
  }
}
