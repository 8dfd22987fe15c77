import { configLimits } from '@longreach/contract/configs/constants'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import { sha256 } from '../../seal.ts'
import { type NewAction, type Starter, startAction } from '../actions/start.ts'
import { type ActionDeps, handlerOf, startOnDevices } from '../actions/start-call.ts'
import type { Blob, BlobStore } from '../files/blobs.ts'
import type { Planned } from './plan.ts'

export interface ApplyDeps extends ActionDeps {
  blobs: BlobStore
}

/** Kind of the action for each kind of change. */
const kinds = { apply: 'configure', restore: 'restore', roll_back: 'roll_back' } as const
export type Reason = keyof typeof kinds

interface Options {
  reason: Reason
  /** Seconds after which a device takes back an unconfirmed change; with 0 it stays. */
  seconds?: number | undefined
  expires_in?: number | undefined
  /** The backup with the settings. */
  backup?: { id: number; name: string } | undefined
}

/** Starts a planned change: each device gets its own content. Responds like every call that starts an action. */
export async function applyPlanned(deps: ApplyDeps, call: Call, planned: Planned, options: Options) {
  const { changes, errors } = planned
  if (changes.length === 0) {
    if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors })
    throw new Problem('VALIDATION_FAILED', { source: 'filter', message: text('devices.no_match') })
  }
  const metered = changes.some(({ device }) => device.metered_connection)
  const seconds = options.seconds ?? configLimits.seconds[metered ? 'metered' : 'default']
  const started = await startOnDevices(
    deps,
    call,
    { device_id: changes.map(({ device }) => device.id) },
    {
      kind: kinds[options.reason],
      arg: String(seconds),
      seconds,
      waits: options.expires_in,
      source: options.backup,
      details: options.backup && { backup: options.backup.name },
    },
  )
  await storeTargets(deps, call.db, started.id, changes, options.reason)
  const { id, channel, devices } = started
  return {
    data: { id, devices: devices.length },
    meta: { channel, action_id: id },
    errors: [...errors, ...started.errors],
  }
}

interface Unasked extends Pick<NewAction, 'hours' | 'waits' | 'cause'> {
  reason: Reason
  seconds: number
}

/** Starts a planned change for a tag or a campaign; null if no device gets anything. */
export async function startPlanned(
  deps: Pick<ApplyDeps, 'blobs' | 'kinds'>,
  tx: Db,
  starter: Starter,
  changes: Planned['changes'],
  { reason, ...action }: Unasked,
): Promise<number | null> {
  if (changes.length === 0) return null
  const handler = handlerOf(deps.kinds, kinds[reason])
  const devices = changes.map(({ device }) => device)
  const { id } = await startAction(tx, starter, devices, { handler, arg: String(action.seconds), ...action })
  await storeTargets(deps, tx, id, changes, reason)
  return id
}

/** Stores the content for each device of an action, in the transaction that starts it. */
async function storeTargets(
  { blobs }: Pick<ApplyDeps, 'blobs'>,
  tx: Db,
  actionId: number,
  changes: Planned['changes'],
  reason: Reason,
): Promise<void> {
  const contents = new Map<string, Blob>()
  // Sorted, so that two actions with the same contents wait for each other.
  const all = new Map(changes.map(({ bytes }) => [sumOf(bytes), bytes]))
  for (const sum of [...all.keys()].sort()) contents.set(sum, await blobs.put(tx, all.get(sum)!, null))
  const targets = changes.map(({ device, bytes, calls }) => ({
    device: device.id,
    calls: calls ? JSON.stringify(calls) : null,
    ...contents.get(sumOf(bytes))!,
  }))
  await sql`
    INSERT INTO config_targets (target_id, blob_id, sha256, size, reason, calls)
    SELECT t.id, c.blob_id, c.sum, c.size, ${reason}, c.calls
    FROM unnest(${targets.map(({ device }) => device)}::bigint[], ${targets.map(({ id }) => id)}::bigint[],
      ${targets.map(({ sha256 }) => sha256)}::text[], ${targets.map(({ size }) => size)}::bigint[],
      ${targets.map(({ calls }) => calls)}::jsonb[])
      AS c (device_id, blob_id, sum, size, calls)
    JOIN action_targets t ON t.action_id = ${actionId} AND t.device_id = c.device_id
    WHERE ${systemScope('action on devices resolved in scope')}`.execute(tx)
}

const sumOf = (bytes: Buffer) => sha256(bytes).toString('hex')
