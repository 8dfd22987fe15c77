import { isActive, type TargetState } from '@longreach/contract/actions/constants'
import { actionTitle } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import { type RawBuilder, sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { ChannelSource } from '../../endpoint/channels.ts'
import { channelEventsAdded } from '../../endpoint/channels.ts'
import { writeDeviceLogs } from '../devices/logs.ts'
import type { ActionContext } from './kinds.ts'

/** A target after a step, with the data of its action. */
export interface Moved {
  id: number
  action_id: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
  device_id: number
  device_serial: string
  kind: string
  state: TargetState
  attempt: number
  step: number
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

/** State names of the public API, with the progress of each. */
const published: Record<TargetState, { status: string; done: number; errorCode?: string }> = {
  queued: { status: 'queued', done: 0 },
  sent: { status: 'sent', done: 1 },
  running: { status: 'running', done: 2 },
  done: { status: 'completed', done: 3 },
  failed: { status: 'error', done: 3, errorCode: 'ACTION_FAILED' },
  expired: { status: 'error', done: 3, errorCode: 'ACTION_EXPIRED' },
  cancelled: { status: 'warning', done: 3, errorCode: 'ACTION_CANCELLED' },
}

function eventOf(step: Omit<Step, 'event_id'>): StatusEvent {
  const { status, done, errorCode } = published[step.state]
  const { action_id, target_id, state, exit_code } = step
  return {
    status,
    value: step.message,
    progress: { value: done, total: 3 },
    ...(errorCode ? { errorCode } : {}),
    data: { action_id, target_id, state, ...(exit_code === null ? {} : { exit_code }) },
  }
}

/**
 * Runs an `UPDATE action_targets t …` without RETURNING and records each row's step. Ended targets are also logged for
 * the device, handed to the handler of their kind and emitted as an event.
 */
export async function move({ db, kinds, emit }: ActionContext, update: RawBuilder<unknown>): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    WITH moved AS (${update} RETURNING t.*), step AS (
      INSERT INTO action_events (action_id, target_id, company_id, l1_id, l2_id, device_id, attempt, state, message, exit_code)
      SELECT action_id, id, company_id, l1_id, l2_id, device_id, attempt, state, message, exit_code FROM moved ORDER BY id
      RETURNING id, target_id)
    SELECT m.id, m.action_id, m.company_id, m.l1_id, m.l2_id, m.device_id, m.device_serial, m.kind, m.state, m.attempt, m.step,
      m.message, m.exit_code, m.command_id, m.boot, a.arg, a.seconds, a.channel, a.user_id, a.username, step.id AS event_id
    FROM moved m JOIN step ON step.target_id = m.id JOIN actions a ON a.id = m.action_id
    WHERE ${systemScope('action on devices resolved in scope')}
    ORDER BY step.id`.execute(db)
  const ended = rows.filter((row) => !isActive(row.state))
  if (ended.length === 0) return rows
  await logSteps(db, ended)
  for (const [kind, targets] of Map.groupBy(ended, (row) => row.kind)) await kinds.get(kind)?.ended?.(db, targets)
  await emit(
    db,
    ...ended.map((row) => ({
      type: 'action.ended' as const,
      data: {
        device_id: row.device_id,
        company_id: row.company_id,
        action_id: row.action_id,
        target_id: row.id,
        kind: row.kind,
        state: row.state,
        message: row.message,
        user_id: row.user_id,
      },
    })),
  )
  return rows
}

/** Adds lines about an action to the device log. */
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
      log: text('actions.log', { action: actionTitle(step.kind), message: step.message }),
    })),
  )
}

/** Publishes steps to the screens that follow them; must be called after the commit. */
export function publishSteps(bus: Bus, moved: readonly Moved[]): void {
  const channels = new Map<string, Moved[]>()
  for (const row of moved) {
    const rows = channels.get(row.channel)
    if (rows) rows.push(row)
    else channels.set(row.channel, [row])
  }
  for (const [channel, rows] of channels) {
    bus.publish(channelEventsAdded, {
      channel,
      events: rows.map((row) => ({
        id: row.event_id,
        key: String(row.device_id),
        event: eventOf({ ...row, target_id: row.id }),
      })),
    })
  }
}

/** Publishes the progress of a target. This is not a step: it is neither recorded nor replayed. */
export async function publishProgress(db: Db, bus: Bus, targetId: number, message: Text): Promise<void> {
  const { rows } = await sql<Omit<Step, 'message'> & { channel: string }>`
    SELECT nextval(pg_get_serial_sequence('action_events', 'id')) AS event_id, t.action_id, t.id AS target_id,
      t.device_id, t.state, t.exit_code, a.channel
    FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.id = ${targetId} AND t.state IN ('sent', 'running') AND ${systemScope('link of the device itself')}`.execute(
    db,
  )
  for (const { channel, ...row } of rows)
    bus.publish(channelEventsAdded, {
      channel,
      events: [{ id: row.event_id, key: String(row.device_id), event: eventOf({ ...row, message }) }],
    })
}

/** Most steps that are replayed, the newest; the action itself has all states. */
const replayed = 5000

/** The steps of an action, which its channel replays for an hour. */
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
