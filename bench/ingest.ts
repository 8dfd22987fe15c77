import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { type Installation, nextMessage, startInstallation } from './installation.ts'
import { median, thousands } from './numbers.ts'
import { profiled } from './profile.ts'
import type { Delivery, Orders } from './sender.ts'
import { usageOf } from './usage.ts'
import { checkouts, versionName } from './versions.ts'
import { benchWriter } from './writer.ts'

const devices = 100
const reports = 500
const repeats = 5

interface Version {
  name: string
  installation: Installation
  sender: ChildProcess
  results: { values: number; reports: number; cpu: number }[]
}

async function startVersion(checkout: string | undefined): Promise<Version> {
  const installation = await startInstallation({ checkout })
  const { admin, gatewayPort, hostKey } = installation
  const { data: companies } = await admin.call(listCompanies, { query: {} })
  const { data: key } = await admin.call(createEnrolmentKey, {
    body: { company_id: companies[0]?.id ?? 0, uses: 10_000 },
  })
  const sender = fork(path.join(import.meta.dirname, 'sender.ts'))
  const server = { host: '127.0.0.1', port: gatewayPort, hostKey }
  sender.send({ server, key: key.key, devices, reports } satisfies Orders)
  await nextMessage(sender)
  return { name: versionName(checkout), installation, sender, results: [] }
}

async function deliver({ installation: { server }, sender, results }: Version): Promise<void> {
  const before = await usageOf(server.pid)
  const delivered = nextMessage<Delivery>(sender)
  sender.send('go')
  const { acknowledged, values, startedAt, ended } = await delivered
  const after = await usageOf(server.pid)
  const seconds = (ended - startedAt) / 1000
  const cpu = before && after ? ((after.cpu - before.cpu) / acknowledged) * 1e6 : Number.NaN
  results.push({ values: values / seconds, reports: acknowledged / seconds, cpu })
}

async function print({ name, installation, results: all }: Version): Promise<void> {
  // The first run is a warm-up.
  const results = all.slice(1)
  const { rows: disk } = await sql<{ bytes: number }>`
    SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('history_90') WHERE isleaf)::float8
      / (SELECT count(*) FROM history_90) AS bytes`.execute(installation.database.db)
  const rss = (await usageOf(installation.server.pid))?.rss ?? Number.NaN
  const [values, rate] = [median(results.map((one) => one.values)), median(results.map((one) => one.reports))]
  console.log(
    `over the link  ${thousands(rate)} reports/s = ${thousands(values)} values/s (goal 150,000), ${devices} devices  ${name}`,
  )
  console.log(
    `server         ${median(results.map((one) => one.cpu)).toFixed(0)} µs of CPU a report without the database, ${thousands(rss / 1e6)} MB; ${thousands(disk[0]?.bytes ?? Number.NaN)} bytes on the disk a report with its index`,
  )
}

/**
 * Durable values per second from devices over the encrypted link, each acknowledged after its commit. `AGAINST` lists
 * folders of other versions, separated by colons, which alternate with this one.
 */
async function benchLink(): Promise<void> {
  const versions: Version[] = []
  try {
    for (const checkout of checkouts()) versions.push(await startVersion(checkout))
    for (let repeat = 0; repeat <= repeats; repeat++) for (const version of versions) await deliver(version)
    for (const version of versions) await print(version)
  } finally {
    for (const { sender, installation } of versions) {
      sender.kill()
      await installation.stop()
    }
  }
}

export async function benchIngest(): Promise<void> {
  await benchLink()
  await profiled(benchWriter)
}
