import { actionLimits } from '@longreach/contract/actions/constants'
import type { Hours } from '@longreach/contract/actions/sending-hours'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { newChannel } from '../../endpoint/channels.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Session } from '../../endpoint/session.ts'
import { deviceList, type Selection } from '../devices/list.ts'
import type { TagCause } from '../tags/hooks.ts'
import type { ActionFile, ActionHandler, ActionSource, Obstacle } from './kinds.ts'
import { logSteps } from './steps.ts'

export interface Candidate extends Placement {
  id: number
  name: string
  serial: string
  status: number | null
  status_since: Date | null
  bound_at: Date | null
  monitoring_enabled: boolean
  caps: string[]
  agent_version: string | null
  model: string | null
  firmware: string | null
  board: string | null
  metered_connection: boolean
}

/** Reason why a device cannot execute an action and waiting would not help. */
function obstacle(device: Candidate, { handler, arg, file }: Planned): Obstacle | undefined {
  const { capability, title } = handler.kind
  if (device.bound_at === null)
    return { code: 'NOT_ACTIVATED', message: text('actions.never_connected', { name: device.name }) }
  if (!device.monitoring_enabled)
    return { code: 'MONITORING_DISABLED', message: text('actions.monitoring_off', { name: device.name }) }
  if (capability !== null && !device.caps.includes(capability))
    return { code: 'UNSUPPORTED', message: text('actions.unsupported', { name: device.name, action: text(title) }) }
  return file?.obstacle(device) ?? handler.obstacle?.(device, arg)
}

async function candidates(db: Db, scope: Scope, selection: Selection, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT d.id, d.name, d.serial, d.company_id, d.l1_id, d.l2_id, d.status, d.status_since, d.bound_at, d.monitoring_enabled, d.caps, d.agent_version,
      d.model, d.firmware, d.board, d.metered_connection
    FROM devices d WHERE ${deviceList.where(scope, selection)} ORDER BY d.id LIMIT ${limit}`.execute(db)
  return rows
}

type Planned = Pick<NewAction, 'handler' | 'arg' | 'file'>

interface Chosen {
  device_id?: readonly number[] | undefined
  filter?: Selection | undefined
}

/** Selected devices in reach, and an error for each named device that is not. Throws if there are too many. */
export async function findChosen(
  db: Db,
  scope: Scope,
  chosen: Chosen,
): Promise<{ found: Candidate[]; errors: ErrorItem[] }> {
  const ids = chosen.device_id && [...new Set(chosen.device_id)]
  const most = actionLimits.devices
  const found = await candidates(db, scope, ids ? { id: ids } : (chosen.filter ?? {}), most + 1)
  if (found.length > most)
    throw new Problem('VALIDATION_FAILED', {
      source: 'filter',
      message: text('devices.too_many', { count: most }),
    })
  const seen = new Set(found.map(({ id }) => id))
  const errors: ErrorItem[] = (ids ?? [])
    .filter((id) => !seen.has(id))
    .map((id) => ({ code: 'NOT_FOUND', message: text('system.not_found'), source: String(id) }))
  return { found, errors }
}

/** Devices that can execute an action, and an error for each other one. */
export function excludeDevices(
  found: readonly Candidate[],
  action: Planned,
): { devices: Candidate[]; errors: ErrorItem[] } {
  const devices: Candidate[] = []
  const errors: ErrorItem[] = []
  for (const device of found) {
    const fault = obstacle(device, action)
    if (fault) errors.push({ ...fault, source: String(device.id) })
    else devices.push(device)
  }
  return { devices, errors }
}

/** Devices for an action, and an error for each excluded one. Throws if no device is left. */
export async function chooseDevices(
  db: Db,
  scope: Scope,
  action: Planned,
  chosen: Chosen,
): Promise<{ devices: Candidate[]; errors: ErrorItem[] }> {
  const { found, errors: missing } = await findChosen(db, scope, chosen)
  const { devices, errors: excluded } = excludeDevices(found, action)
  const errors = [...missing, ...excluded]
  requireAny(devices, errors)
  return { devices, errors }
}

/** Throws the reasons if there are no devices. */
export function requireAny(devices: readonly unknown[], errors: readonly ErrorItem[]): void {
  if (devices.length > 0) return
  if (errors.length === 0)
    throw new Problem('VALIDATION_FAILED', { source: 'filter', message: text('devices.no_match') })
  throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'VALIDATION_FAILED', {
    errors: [...errors],
  })
}

/** Reasons why the server starts an action by itself. */
export const ownOrigins = ['config_drift', 'config_first_read'] as const
export type OwnOrigin = (typeof ownOrigins)[number]

export interface NewAction {
  handler: ActionHandler
  arg: string | null
  file?: ActionFile | undefined
  source?: ActionSource | undefined
  /** Time limit of a command. */
  seconds: number
  /** Seconds to wait for devices that are offline; the kind's own by default. */
  waits?: number | undefined
  /** It is not sent before this time; the waiting time counts from then on. */
  notBefore?: Date | undefined
  /** Hours within which alone it is sent. */
  hours?: Hours | undefined
  scheduleId?: number | undefined
  cause?: TagCause | undefined
  /** Reason why the server starts it by itself. */
  origin?: OwnOrigin | undefined
}

/** The stored part of a new action. */
type Started = Omit<NewAction, 'file'> & { file?: Pick<ActionFile, 'id'> | undefined }

/** The user in whose name an action is sent; null for actions that the server starts by itself. */
export type Starter =
  | Pick<Session, keyof Placement | 'userId' | 'actorId' | 'username'>
  | (Placement & { userId: null; actorId: null; username: null })

/** The first status line of a device. */
export function waiting(
  device: Pick<Candidate, 'status' | 'status_since'>,
  { until, notBefore }: { until: Date; notBefore?: Date | undefined },
): Text {
  if (notBefore) return text('actions.waiting_until', { time: formatTime(notBefore) })
  if (device.status === 1) return text('actions.waiting')
  const waits = formatTime(until)
  if (!device.status_since) return text('actions.waiting_offline', { until: waits })
  return text('actions.waiting_offline_since', { since: formatTime(device.status_since), until: waits })
}

/** Stores an action for the devices; the engine sends it from there. */
export async function startAction(
  db: Db,
  session: Starter,
  devices: readonly Pick<Candidate, 'id' | 'serial' | 'status' | 'status_since' | keyof Placement>[],
  {
    handler,
    arg,
    file,
    source,
    seconds,
    waits = handler.kind.waits,
    notBefore,
    hours,
    scheduleId,
    cause,
    origin,
  }: Started,
): Promise<{ id: number; channel: string }> {
  const { name: kind } = handler
  const channel = newChannel(session.userId ?? 0, { subject: 'device', permission: handler.kind.permission })
  const { id, created_at } = await db
    .insertInto('actions')
    .values({
      company_id: session.company_id,
      l1_id: session.l1_id,
      l2_id: session.l2_id,
      user_id: session.userId,
      actor_id: session.actorId,
      username: session.username,
      kind,
      arg,
      file_id: file?.id ?? null,
      source_id: source?.id ?? null,
      source_name: source?.name ?? null,
      seconds,
      waits,
      channel,
      not_before: notBefore ?? null,
      hours: hours ? JSON.stringify(hours) : null,
      schedule_id: scheduleId ?? null,
      origin: origin ?? null,
      ...(cause && {
        origin: cause.origin,
        tag_id: cause.tagId,
        tag_name: cause.tagName,
        source_id: cause.sourceId,
        source_name: cause.sourceName,
      }),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  const until = new Date(Math.max(created_at.getTime(), notBefore?.getTime() ?? 0) + waits * 1000)
  const messages = devices.map((device) => waiting(device, { until, notBefore }))
  await sql`
    WITH added AS (
      INSERT INTO action_targets AS t
        (action_id, company_id, l1_id, l2_id, device_id, device_name, device_serial, kind, writes, expires_at, message, asked_by_id)
      SELECT ${id}, d.company_id, d.l1_id, d.l2_id, d.id, d.name, d.serial, ${kind}, ${handler.kind.lane === 'write'}, ${until}, w.message, ${session.userId}::bigint
      FROM unnest(${devices.map((device) => device.id)}::bigint[], ${messages}::text[])
        AS w (id, message) JOIN devices d ON d.id = w.id
      WHERE ${systemScope('row resolved in scope before')} ORDER BY d.id
      RETURNING t.*)
    INSERT INTO action_events (action_id, target_id, company_id, l1_id, l2_id, device_id, attempt, state, message)
    SELECT action_id, id, company_id, l1_id, l2_id, device_id, attempt, state, message FROM added ORDER BY id`.execute(
    db,
  )
  await logSteps(
    db,
    devices.map((device, place) => ({
      action_id: id,
      company_id: device.company_id,
      l1_id: device.l1_id,
      l2_id: device.l2_id,
      device_id: device.id,
      device_serial: device.serial,
      kind,
      state: 'queued',
      message: messages[place] ?? text('actions.waiting'),
      user_id: session.userId,
      username: session.username,
    })),
  )
  return { id, channel }
}
