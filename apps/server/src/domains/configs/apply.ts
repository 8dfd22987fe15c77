import { Readable } from 'node:stream'
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
import type { BlobStore } from '../files/blobs.ts'
import type { Planned } from './plan.ts'

export interface ApplyDeps extends ActionDeps {
  /** Not the transaction of a call: content is uploaded outside of it. */
  db: Db
  blobs: BlobStore
}

/** Kinds of actions by what they bring. */
const kinds = { apply: 'configure', restore: 'restore' } as const
type Reason = keyof typeof kinds

interface Options {
  reason: Reason
  /** Seconds after which a device takes back what it was not confirmed; with 0 it stays. */
  seconds?: number | undefined
  expires_in?: number | undefined
  /** The backup it is taken from. */
  backup?: { id: number; name: string } | undefined
}

/** Starts what was planned: each device gets its own content. Answers as every call that starts an action. */
export async function applyPlanned(deps: ApplyDeps, call: Call, planned: Planned, options: Options) {
  const { changes, errors } = planned
  if (changes.length === 0) {
    if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors })
    throw new Problem('VALIDATION_FAILED', { source: 'filter', message: text('devices.no_match') })
  }
  const stored = await storeContents(
    deps,
    changes.map(({ bytes }) => bytes),
  )
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
  await storeTargets(deps, call.db, started.id, { changes, stored, reason: options.reason })
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

/** Starts what was planned for a tag or a campaign; null if no device gets anything. */
export async function startPlanned(
  deps: Pick<ApplyDeps, 'db' | 'blobs' | 'kinds'>,
  tx: Db,
  starter: Starter,
  changes: Planned['changes'],
  { reason, ...action }: Unasked,
): Promise<number | null> {
  if (changes.length === 0) return null
  const handler = handlerOf(deps.kinds, kinds[reason])
  const stored = await storeContents(
    deps,
    changes.map(({ bytes }) => bytes),
  )
  const devices = changes.map(({ device }) => device)
  const { id } = await startAction(tx, starter, devices, { handler, arg: String(action.seconds), ...action })
  await storeTargets(deps, tx, id, { changes, stored, reason })
  return id
}

/** Uploaded contents, by their checksum. */
type StoredContents = ReadonlyMap<string, { id: number; sum: string }>

/** Stores what each device of an action gets, in the transaction that starts it. */
async function storeTargets(
  { blobs }: Pick<ApplyDeps, 'blobs'>,
  tx: Db,
  actionId: number,
  { changes, stored, reason }: { changes: Planned['changes']; stored: StoredContents; reason: Reason },
): Promise<void> {
  const rows = await Promise.all(
    [...stored.values()].map(async ({ id, sum }) => ({ sum, ...(await blobs.finish(tx, id, null, sum)) })),
  )
  const contents = new Map(rows.map((row) => [row.sum, row]))
  const targets = changes.map(({ device, bytes, calls }) => ({
    device: device.id,
    calls: calls ? JSON.stringify(calls) : null,
    ...contents.get(sumOf(bytes))!,
  }))
  await sql`
    INSERT INTO config_targets (target_id, blob_id, sha256, size, reason, calls)
    SELECT t.id, c.blob_id, c.sum, c.size, ${reason}, c.calls
    FROM unnest(${targets.map(({ device }) => device)}::bigint[], ${targets.map(({ id }) => id)}::bigint[],
      ${targets.map(({ sum }) => sum)}::text[], ${targets.map(({ size }) => size)}::bigint[],
      ${targets.map(({ calls }) => calls)}::jsonb[])
      AS c (device_id, blob_id, sum, size, calls)
    JOIN action_targets t ON t.action_id = ${actionId} AND t.device_id = c.device_id
    WHERE ${systemScope('action on devices resolved in scope')}`.execute(tx)
}

const sumOf = (bytes: Buffer) => sha256(bytes).toString('hex')

/** Uploads equal contents once; they are completed in the transaction that refers to them. */
export async function storeContents(
  { db, blobs }: Pick<ApplyDeps, 'db' | 'blobs'>,
  contents: readonly Buffer[],
): Promise<StoredContents> {
  const stored = new Map<string, { id: number; sum: string }>()
  for (const bytes of contents) {
    const sum = sumOf(bytes)
    if (stored.has(sum)) continue
    const id = await blobs.start(db)
    await blobs.append(db, id, 0, Readable.from([bytes]) as AsyncIterable<Buffer>)
    stored.set(sum, { id, sum })
  }
  return stored
}
