import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { nextTime, type Timing } from './next-time.ts'

/** Values of a schedule that users set. */
export interface ScheduleValues extends Timing {
  name: string
  payload: unknown
  applied_by: 'device' | 'tag' | 'company'
  apply_list: number[]
  enabled: boolean
}

/** A row of `schedules` with its companies. */
export interface ScheduleRow extends Placement, ScheduleValues {
  id: number
  kind: string
  reason: string | null
  next_at: Date | null
  user_id: number | null
  actor_id: number | null
  username: string
  created_at: Date
}

/** The user in whose name it runs. */
interface Owner {
  userId: number
  actorId: number | null
  username: string
}

export const scheduleColumns = sql`
  s.id, s.company_id, s.l1_id, s.l2_id, s.name, s.kind, s.payload, s.period, s.weekday, s.day, s.time, s.zone,
  s.applied_by, s.apply_list, s.enabled, s.reason, s.next_at, s.user_id, s.actor_id, s.username, s.created_at`

/** Locks a schedule of a kind in reach against any other change. */
export async function lockSchedule(db: Db, scope: Scope, kind: string, id: number): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    SELECT ${scheduleColumns} FROM schedules s
    WHERE s.id = ${id} AND s.kind = ${kind} AND ${inScope(scope, 's')} FOR UPDATE`.execute(db)
  return rows[0]
}

/** Columns for the values that a user saves; from now on the schedule runs in their name. */
function stored(values: ScheduleValues, { userId, actorId, username }: Owner, now: Date) {
  return {
    ...values,
    payload: JSON.stringify(values.payload),
    next_at: values.enabled ? nextTime(values, now) : null,
    reason: null,
    user_id: userId,
    actor_id: actorId,
    username,
  }
}

export async function insertSchedule(
  db: Db,
  company: number,
  kind: string,
  values: ScheduleValues,
  owner: Owner,
): Promise<number> {
  const { id } = await db
    .insertInto('schedules')
    .values({ company_id: company, kind, ...stored(values, owner, new Date()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const changeSchedule = (db: Db, id: number, values: ScheduleValues, owner: Owner) =>
  db
    .updateTable('schedules')
    .set(stored(values, owner, new Date()))
    .where('id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()

export const removeSchedule = (db: Db, id: number) =>
  sql`DELETE FROM schedules s WHERE s.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)

export const removeSchedulesOf = async (db: Db, companyId: number): Promise<void> => {
  await sql`
    DELETE FROM schedules s
    WHERE s.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
