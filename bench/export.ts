import { exportDevices } from '@longreach/contract/devices/endpoints'
import { exportMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import { signIn } from '../apps/server/src/test/client.ts'
import { startInstallation } from './installation.ts'
import { thousands } from './numbers.ts'
import { seedDevices } from './seed.ts'
import { usageOf } from './usage.ts'

const megabyte = 1024 * 1024
/** Limit of the server's heap in MB: far less than the rows of such a list. */
const heap = 128

/** The CSV of a long list, read as fast as it arrives: its speed, and the server's memory. */
export async function benchExport(count = Number(process.argv[3] ?? 100_000)): Promise<void> {
  const installation = await startInstallation({ execArgv: [`--max-old-space-size=${heap}`] })
  try {
    await seedDevices(installation.database.db, count)
    await sql`
      INSERT INTO mails (company_id, l1_id, l2_id, email, template, subject, state)
      SELECT 0, NULL, NULL, 'user' || n || '@example.test', 'password_reset', 'A new password', 'sent'
      FROM generate_series(1, ${count}::int) AS n`.execute(installation.database.db)
    const root = await signIn(installation.url, 'root@longreach.test', 'Longreach-demo-1')
    for (const endpoint of [exportDevices, exportMailLogs]) {
      // The first download loads everything lazy.
      for (const warm of [false, true]) {
        const { rows, bytes, seconds, most } = await download(`/api${endpoint.path}`)
        if (rows < count) throw new Error(`${rows} rows of ${count}`)
        if (!warm) continue
        console.log(
          `${endpoint.csv?.file.padEnd(10)} ${thousands(rows)} rows, ${(bytes / megabyte).toFixed(1)} MB in ${seconds.toFixed(1)} s; ` +
            `the server's memory grew by at most ${(most / megabyte).toFixed(0)} MB meanwhile, its heap limited to ${heap} MB`,
        )
      }
    }

    async function download(path: string) {
      const before = (await usageOf(installation.server.pid))?.rss ?? 0
      const startedAt = performance.now()
      const answer = await root.fetch(path)
      let rows = -1
      let bytes = 0
      let most = 0
      for await (const part of answer.body ?? []) {
        bytes += part.length
        for (const byte of part) if (byte === 10) rows++
        most = Math.max(most, ((await usageOf(installation.server.pid))?.rss ?? 0) - before)
      }
      return { rows, bytes, seconds: (performance.now() - startedAt) / 1000, most }
    }
  } finally {
    await installation.stop()
  }
}
