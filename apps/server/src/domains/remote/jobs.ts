import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type Job, job } from '../../jobs/job.ts'
import { countUsage, endLeftovers } from './session-store.ts'

/** Years the access history is kept. */
const keptYears = 2

async function dropOldSessions(db: Db): Promise<void> {
  await sql`
    DELETE FROM remote_sessions s
    WHERE ended_at < now() - ${keptYears} * interval '1 year' AND ${systemScope('background job')}`.execute(db)
}

export function remoteJobs(db: Db): Job[] {
  return [
    job({ name: 'remote.count-data', every: '* * * * *' }).handle(() => countUsage(db)),
    job({ name: 'remote.end-expired', every: '*/5 * * * *' }).handle(() => endLeftovers(db, null)),
    job({ name: 'remote.drop-old-sessions', every: '17 3 * * *' }).handle(() => dropOldSessions(db)),
  ]
}
