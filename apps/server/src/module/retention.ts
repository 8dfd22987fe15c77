import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-batches.ts'
import type { DB } from '../db/schema.ts'
import { systemScope } from '../db/scope.ts'
import { type Job, job } from '../jobs/job.ts'

/**
 * Rows of a table that expire some time after `since`, a column or an expression; checked nightly if given in days,
 * hourly if in hours.
 */
export type Retention = {
  [Table in keyof DB]: {
    table: Table
    since: (keyof DB[Table] & string) | RawBuilder<Date>
    where?: RawBuilder<boolean>
  } & ({ days: number } | { hours: number })
}[keyof DB]

const isShort = (rule: Retention) => 'hours' in rule

export async function removeExpired(db: Db, rules: readonly Retention[]): Promise<void> {
  for (const rule of rules) {
    const since = typeof rule.since === 'string' ? sql.ref(rule.since) : rule.since
    const age = 'hours' in rule ? sql`make_interval(hours => ${rule.hours})` : sql`make_interval(days => ${rule.days})`
    const where = sql`${since} < now() - ${age} AND ${rule.where ?? sql`true`} AND ${systemScope('background job')}`
    await deleteInBatches(db, rule.table, where)
  }
}

export function retentionJobs(db: Db, rules: readonly Retention[]): Job[] {
  const short = rules.filter(isShort)
  const long = rules.filter((rule) => !isShort(rule))
  return [
    job({ name: 'retention.short', every: '*/5 * * * *' }).handle(() => removeExpired(db, short)),
    job({ name: 'retention.nightly', every: '23 2 * * *' }).handle(() => removeExpired(db, long)),
  ]
}
