import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/db/client.ts'
import { orderDays } from '../../apps/server/src/domains/monitoring/rollups/reading-order.ts'
import { testWriter } from '../../apps/server/src/test/domains/monitoring.ts'

/** A report that is to be written; the same is the answer once it is acknowledged. */
export interface Sent {
  device: number
  seq: number
  /** Milliseconds. */
  ts: number
}

const [host = '', now = ''] = process.argv.slice(2)
const { db } = openDatabase({ host, user: 'longreach', database: 'postgres' }, () => {}, 6)
const at = new Date(now)
const writer = testWriter({ db }, () => at)

process.on('message', ({ device, seq, ts }: Sent) => {
  const age = (at.getTime() - ts) / 1000
  const report = { boot: 'a1b2c3d4e5f6', seq, age, uptime: 9_000_000, arrivedAt: at, names: ['signal'], values: [-70] }
  writer.write({ deviceId: device, epoch: 1 }, report).then(
    (refused) => process.send?.(refused === undefined ? { device, seq, ts } : { refused }),
    // A link is closed in this case, and its device sends again.
    () => process.exit(1),
  )
})

/** The server's job, of the same days again and again. */
async function order(): Promise<void> {
  for (;;) {
    const swapped = await orderDays(db, at, { smallest: 0, attempts: 5 })
    process.send?.({ swapped: swapped.length })
    await sql`DELETE FROM reading_order.days WHERE state = 'done'`.execute(db)
  }
}
process.send?.({ swapped: 0 })
order().catch(() => process.exit(1))
