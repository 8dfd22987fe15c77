// A node of the kill test as a separate process: records the events it handles in `test_handled` until it is killed.
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { openDatabase } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { eventHandler } from '../events/handler.ts'

const { db } = openDatabase({ connectionString: process.argv[2] as string }, () => {}, 4)
const handler = eventHandler('test.kills', ['device.renamed'], async (tx, events) => {
  const ids = events.map(({ id }) => id)
  const devices = events.map(({ data }) => data.device_id)
  const numbers = events.map(({ data }) => Number(data.to))
  await sql`
    INSERT INTO test_handled (event, device, number)
    SELECT * FROM unnest(${ids}::bigint[], ${devices}::bigint[], ${numbers}::int[])`.execute(tx)
})
const node = createEvents({ db, work: true, registry: new Registry(), log: { warn: () => {} } })
await node.start([handler])
process.send?.('started')
