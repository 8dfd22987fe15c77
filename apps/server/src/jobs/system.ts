import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { systemScope } from '../db/scope.ts'
import { dropOldTickets } from '../drivers/tickets.ts'
import { dropOldEvents } from '../http/channels.ts'
import { type Job, job } from './job.ts'

/** Days connection attempts and other device logs are kept (decisions, Foundations). */
const attemptDays = 30
const logDays = 365

async function dropOldLogs(db: Db): Promise<void> {
  await sql`
    DELETE FROM device_logs l
    WHERE ${systemScope('background job')} AND (created_at < now() - ${logDays} * interval '1 day'
      OR (type = 'connection' AND created_at < now() - ${attemptDays} * interval '1 day'))`.execute(db)
}

/** Work no domain owns. */
export function systemJobs(db: Db): Job[] {
  return [
    job({ name: 'system.drop-events', every: '*/5 * * * *' }).handle(() => dropOldEvents(db)),
    job({ name: 'system.drop-sessions', every: '7 * * * *' }).handle(async () => {
      await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(db)
      await sql`DELETE FROM rate_limits WHERE expire < ${Date.now()}`.execute(db)
    }),
    job({ name: 'system.drop-tickets', every: '*/10 * * * *' }).handle(() => dropOldTickets(db)),
    job({ name: 'system.drop-logs', every: '23 2 * * *' }).handle(() => dropOldLogs(db)),
  ]
}
