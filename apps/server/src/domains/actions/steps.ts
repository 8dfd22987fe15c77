import { type ActionKindName, actionKinds, isActive, type TargetState } from '@longreach/contract/actions/constants'
import type { StatusEvent } from '@longreach/contract/live'
import { type RawBuilder, sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { ChannelSource } from '../../http/channels.ts'
import { writeDeviceLogs } from '../devices/logs.ts'

/** A target after a step, with what its action says. */
export interface Moved {
  id: number
  action_id: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
  device_id: number
  device_serial: string
  kind: ActionKindName
  state: TargetState
  attempt: number
  message: string
  exit_code: number | null
  command_id: string | null
  boot: string | null
  arg: string | null
  seconds: number
  channel: string
  user_id: number | null
  username: string | null
  event_id: number
}

interface Step {
  event_id: number
  action_id: number
  target_id: number
  device_id: number
  state: TargetState
  message: string
  exit_code: number | null
}

/** What the public API calls a state, and how far on the way it is. */
const told: Record<TargetState, { status: string; done: number; errorCode?: string }> = {
  queued: { status: 'queued', done: 0 },
  sent: { status: 'sent', done: 1 },
  running: { status: 'running', done: 2 },
  done: { status: 'completed', done: 3 },
  failed: { status: 'error', done: 3, errorCode: 'ACTION_FAILED' },
  expired: { status: 'error', done: 3, errorCode: 'ACTION_EXPIRED' },
  cancelled: { status: 'warning', done: 3, errorCode: 'ACTION_CANCELLED' },
}

function eventOf(step: Omit<Step, 'event_id'>): StatusEvent {
  const { status, done, errorCode } = told[step.state]
  const { action_id, target_id, state, exit_code } = step
  return {
    status,
    value: step.message,
    progress: { value: done, total: 3 },
    ...(errorCode ? { errorCode } : {}),
    data: { action_id, target_id, state, ...(exit_code === null ? {} : { exit_code }) },
  }
}

/** Runs an `UPDATE action_targets t …` without RETURNING, notes each row's step, and writes the ends into the device log. */
export async function move(db: Db, update: RawBuilder<unknown>): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    WITH moved AS (${update} RETURNING t.*), told AS (
      INSERT INTO action_events (action_id, target_id, company_id, l1_id, l2_id, device_id, attempt, state, message, exit_code)
      SELECT action_id, id, company_id, l1_id, l2_id, device_id, attempt, state, message, exit_code FROM moved ORDER BY id
      RETURNING id, target_id)
    SELECT m.id, m.action_id, m.company_id, m.l1_id, m.l2_id, m.device_id, m.device_serial, m.kind, m.state, m.attempt,
      m.message, m.exit_code, m.command_id, m.boot, a.arg, a.seconds, a.channel, a.user_id, a.username, told.id AS event_id
    FROM moved m JOIN told ON told.target_id = m.id JOIN actions a ON a.id = m.action_id
    WHERE ${systemScope('action on devices resolved in scope')}
    ORDER BY told.id`.execute(db)
  await logSteps(
    db,
    rows.filter((row) => !isActive(row.state)),
  )
  return rows
}

/** Lines of the device log that tell of an action. */
export async function logSteps(
  db: Db,
  steps: readonly Pick<
    Moved,
    | 'action_id'
    | 'company_id'
    | 'l1_id'
    | 'l2_id'
    | 'device_id'
    | 'device_serial'
    | 'kind'
    | 'state'
    | 'message'
    | 'user_id'
    | 'username'
  >[],
): Promise<void> {
  await writeDeviceLogs(
    db,
    steps.map((step) => ({
      type: 'action',
      status: isActive(step.state) || step.state === 'done',
      deviceId: step.device_id,
      company: step,
      serial: step.device_serial,
      userId: step.user_id,
      username: step.username,
      actionId: step.action_id,
      log: `${actionKinds[step.kind].title}: ${step.message}`,
    })),
  )
}

/** Tells the screens that follow; to be called after commit. */
export function tellMoved(bus: Bus, moved: readonly Moved[]): void {
  const channels = new Map<string, Moved[]>()
  for (const row of moved) {
    const rows = channels.get(row.channel)
    if (rows) rows.push(row)
    else channels.set(row.channel, [row])
  }
  for (const [channel, rows] of channels) {
    bus.publish('channel.events', {
      channel,
      events: rows.map((row) => ({
        id: row.event_id,
        key: String(row.device_id),
        event: eventOf({ ...row, target_id: row.id }),
      })),
    })
  }
}

/** Of more steps than this the newest are replayed; the action itself tells where everything stands. */
const replayed = 5000

/** The steps of an action as its channel replays them for an hour. */
export const actionSteps: ChannelSource = async (db, channel, userId) => {
  const { rows } = await sql<Step>`
    SELECT e.id AS event_id, e.action_id, e.target_id, e.device_id, e.state, e.message, e.exit_code
    FROM action_events e JOIN actions a ON a.id = e.action_id
    WHERE a.channel = ${channel} AND a.user_id = ${userId} AND e.created_at > now() - interval '1 hour'
      AND ${systemScope('channel of the user who opened it')}
    ORDER BY e.id DESC LIMIT ${replayed}`.execute(db)
  if (rows.length === 0) return undefined
  return rows.reverse().map((row) => ({ id: row.event_id, key: String(row.device_id), event: eventOf(row) }))
}
