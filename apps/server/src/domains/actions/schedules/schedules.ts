import { actionLimits } from '@longreach/contract/actions/constants'
import { type ActionKindName, actionTitle } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'
import { findUserScope } from '../../../db/user-rights.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { writeAudit } from '../../audit/store.ts'
import { actionsQueued } from '../../devices/topics.ts'
import type { ScheduleKind } from '../hooks.ts'
import type { ActionKinds } from '../kinds.ts'
import { type Candidate, excludeDevices, findChosen, type Starter, startAction } from '../start.ts'
import { handlerOf } from '../start-call.ts'
import { nextTime } from './next-time.ts'
import { type ScheduleRow, scheduleColumns } from './store.ts'

export interface ScheduleDeps {
  db: Db
  bus: Bus
  actions: () => ActionKinds
  kinds: () => readonly ScheduleKind[]
}

/** Milliseconds by which a run may be late, e.g. after a night without the server. */
const latest = 24 * 3600 * 1000

const job = systemScope('background job')

async function findDue(db: Db, kinds: readonly ScheduleKind[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM schedules s
    WHERE s.next_at <= ${now} AND s.kind = ANY (${kinds.map(({ kind }) => kind)}::text[]) AND ${job}
    ORDER BY s.next_at, s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Devices of a schedule: those in its company and below that its user sees. */
async function findDevices(db: Db, scope: Scope, schedule: ScheduleRow): Promise<number[]> {
  const { company_id, applied_by } = schedule
  const list = sql`${schedule.apply_list}::bigint[]`
  const applies = {
    device: sql`d.id = ANY (${list})`,
    tag: sql`EXISTS (SELECT FROM device_tags x WHERE x.device_id = d.id AND x.tag_id = ANY (${list}))`,
    company: sql`(0 = ANY (${list}) OR ARRAY[d.company_id, d.l1_id, d.l2_id] && ${list})`,
  }[applied_by]
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM devices d
    WHERE d.deleted_at IS NULL AND ${applies} AND ${inScope(scope, 'd')}
      AND ${company_id}::bigint IN (0, d.company_id, d.l1_id, d.l2_id)
    ORDER BY d.id LIMIT ${actionLimits.devices + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

async function recordLeftOut(
  db: Db,
  schedule: ScheduleRow,
  due: Date,
  found: readonly Candidate[],
  errors: readonly ErrorItem[],
) {
  const messages = new Map(errors.map(({ source, message }) => [Number(source), message]))
  const rows = found.filter(({ id }) => messages.has(id))
  await sql`
    INSERT INTO schedule_left_out (schedule_id, due_at, company_id, l1_id, l2_id, device_id, device_name, device_serial, message)
    SELECT ${schedule.id}, ${due}, d.company_id, d.l1_id, d.l2_id, d.id, d.name, d.serial, o.message
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ id }) => messages.get(id) ?? '')}::text[]) AS o (id, message)
    JOIN devices d ON d.id = o.id WHERE ${systemScope('row resolved in scope before')}`.execute(db)
}

type Outcome = { outcome: 'started'; action_id: number } | { outcome: 'missed' | 'refused'; message: Text }

async function recordRun(db: Db, schedule: ScheduleRow, due: Date, run: Outcome): Promise<void> {
  await db
    .insertInto('schedule_runs')
    .values({ schedule_id: schedule.id, due_at: due, ...run })
    .execute()
}

const refuse = (message: Text): Outcome => ({ outcome: 'refused', message })

interface Run {
  schedule: ScheduleRow
  kind: ScheduleKind
  due: Date
  scope: Scope
  starter: Starter
}

/** Starts the action of a run and records both. Returns the action and its devices. */
export async function startRun(
  db: Db,
  actions: ActionKinds,
  { schedule, kind, due, scope, starter }: Run,
): Promise<{ id: number; channel: string; devices: Candidate[]; errors: ErrorItem[] } | Text> {
  const handler = handlerOf(actions, kind.action)
  const arg = kind.arg(schedule.payload)
  const file = arg === null ? undefined : await handler.fileOf?.({ db, scope }, arg)
  const ids = await findDevices(db, scope, schedule)
  const { found } = ids.length === 0 ? { found: [] } : await findChosen(db, scope, { device_id: ids })
  const { devices, errors } = excludeDevices(found, { handler, arg, file })
  const none = devices.length === 0
  const message = text(found.length === 0 ? 'actions.schedule_no_devices' : 'actions.schedule_none_able')
  const action = none
    ? undefined
    : await startAction(db, starter, devices, {
        handler,
        arg,
        file,
        seconds: 0,
        waits: kind.waits,
        scheduleId: schedule.id,
      })
  await recordRun(db, schedule, due, action ? { outcome: 'started', action_id: action.id } : refuse(message))
  await recordLeftOut(db, schedule, due, found, errors)
  return action ? { ...action, devices, errors } : message
}

/** Starts a due schedule in the name of its user, or records why it cannot run. */
async function startDueRun(tx: Db, deps: ScheduleDeps, schedule: ScheduleRow, kind: ScheduleKind, due: Date) {
  const { user_id, actor_id, username } = schedule
  const { permission } = handlerOf(deps.actions(), kind.action).kind
  const scope = user_id === null ? undefined : await findUserScope(tx, user_id, permission)
  if (user_id === null || !scope) {
    await recordRun(tx, schedule, due, refuse(text('actions.schedule_forbidden', { username })))
    return []
  }
  const starter = { ...schedule, userId: user_id, actorId: actor_id, username }
  const started = await startRun(tx, deps.actions(), { schedule, kind, due, scope, starter }).catch(
    async (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      const message = (error.errors[0]?.message ?? text('system.not_found')) as Text
      await recordRun(tx, schedule, due, refuse(message))
      return message
    },
  )
  if (typeof started === 'string') return []
  await writeScheduled(tx, schedule, kind.action, started)
  return started.devices.map(({ id }) => id)
}

async function writeScheduled(
  tx: Db,
  schedule: ScheduleRow,
  kind: ActionKindName,
  { id, devices }: { id: number; devices: readonly Candidate[] },
) {
  const title = actionTitle(kind)
  await writeAudit(
    tx,
    'actions.scheduled',
    { visitor: null, ip: '', userAgent: '', requestId: '' },
    [...Map.groupBy(devices, ({ company_id }) => company_id).values()].flatMap((group) =>
      group.slice(0, 1).map((company) => ({
        target: 'action',
        targetId: id,
        name: title,
        company,
        after: { schedule: schedule.name, count: group.length },
      })),
    ),
  )
}

/**
 * Claims a schedule that is due, and uses all its due times until now. Returns the devices something was queued for.
 */
async function settle(deps: ScheduleDeps, tx: Db, id: number, now: Date): Promise<number[]> {
  const { rows } = await sql<ScheduleRow>`
    SELECT ${scheduleColumns} FROM schedules s WHERE s.id = ${id} AND s.next_at <= ${now} AND ${job}
    FOR UPDATE SKIP LOCKED`.execute(tx)
  const [schedule] = rows
  const kind = deps.kinds().find((one) => one.kind === schedule?.kind)
  if (!schedule?.next_at || !kind) return []
  const times = [schedule.next_at]
  let next = nextTime(schedule, schedule.next_at)
  for (; next <= now; next = nextTime(schedule, next)) times.push(next)
  await sql`UPDATE schedules s SET next_at = ${next} WHERE s.id = ${id} AND ${job}`.execute(tx)
  const last = times.pop() as Date
  const late = now.getTime() - last.getTime() > latest
  const missed = text('actions.schedule_missed')
  for (const due of late ? [...times, last] : times)
    await recordRun(tx, schedule, due, { outcome: 'missed', message: missed })
  return late ? [] : startDueRun(tx, deps, schedule, kind, last)
}

/**
 * Starts due schedules. Several nodes do so side by side; each due time is used by one of them, in one transaction. A
 * schedule that fails does not keep the others from being started.
 */
export async function startDue(deps: ScheduleDeps, now: Date): Promise<void> {
  const failures: unknown[] = []
  for (const id of await findDue(deps.db, deps.kinds(), now)) {
    try {
      const deviceIds = await deps.db.transaction().execute((tx) => settle(deps, tx, id, now))
      if (deviceIds.length > 0) deps.bus.publish(actionsQueued, { deviceIds })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Turns off the schedules of a user who leaves: nothing runs in the name of a deleted user. */
export async function stopSchedulesOf(db: Db, user: { id: number; username: string }): Promise<void> {
  await sql`
    UPDATE schedules s SET enabled = false, next_at = NULL, reason = ${text('actions.schedule_user_left', { username: user.username })}
    WHERE s.user_id = ${user.id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
