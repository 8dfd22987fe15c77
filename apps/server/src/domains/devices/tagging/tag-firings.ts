import { type Text, text } from '@longreach/contract/i18n'
import type { TagOrigin } from '@longreach/contract/tags/actions'
import { tagActionLimits } from '@longreach/contract/tags/constants'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { findUserScope } from '../../../db/user-rights.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { writeAudit } from '../../audit/store.ts'
import type { TagAction } from '../../tags/hooks.ts'
import { findTagActions, type TagActionRow } from '../../tags/tag-actions.ts'
import type { PresenceChanged } from '../hooks.ts'
import { actionsQueued } from '../topics.ts'

export interface FiringDeps {
  db: Db
  bus: Bus
  kinds: () => readonly TagAction[]
}

const { depth: mostDepth, minutes } = tagActionLimits
const job = systemScope('background job')
/** Firings of a tag per transaction. */
const atOnce = 1000

/** Tags that were put on devices before their first connection take effect now. */
export const firstContact: PresenceChanged = async (tx, changes) => {
  const ids = changes.flatMap(({ id, online }) => (online ? [id] : []))
  if (ids.length > 0)
    await sql`UPDATE tag_firings SET ready = true WHERE device_id = ANY (${ids}::bigint[]) AND NOT ready`.execute(tx)
}

interface FiringRow extends Placement {
  id: number
  device_id: number
  device_name: string
  device_serial: string
  origin: TagOrigin
  depth: number
  /** True if the tag was used on the device a short while ago. */
  recent: boolean
}

interface FiringTag extends Placement {
  id: number
  name: string
}

/** Claims devices on which a tag was put. */
async function claimFirings(tx: Db, tagId: number): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    SELECT f.id, f.device_id, d.name AS device_name, d.serial AS device_serial, d.company_id, d.l1_id, d.l2_id, f.origin, f.depth,
      EXISTS (SELECT FROM tag_firings o WHERE o.device_id = f.device_id AND o.tag_id = f.tag_id AND o.fired
        AND o.fired_at > f.assigned_at - make_interval(mins => ${minutes})) AS recent
    FROM tag_firings f JOIN devices d ON d.id = f.device_id
    WHERE f.tag_id = ${tagId} AND f.ready AND f.fired_at IS NULL AND d.deleted_at IS NULL AND ${job}
    ORDER BY f.id LIMIT ${atOnce} FOR UPDATE OF f SKIP LOCKED`.execute(tx)
  return rows
}

/** Log entry for one action of a tag, or for all of its actions if `action` is null. */
interface Said {
  action: TagActionRow | null
  actionId: number | null
  message: Text | null
}

async function log(tx: Db, tag: FiringTag, firings: readonly FiringRow[], said: (firing: FiringRow) => Said) {
  if (firings.length === 0) return
  const rows = firings.map((firing) => {
    const { action, actionId, message } = said(firing)
    return {
      company_id: firing.company_id,
      l1_id: firing.l1_id,
      l2_id: firing.l2_id,
      tag_id: tag.id,
      tag_name: tag.name,
      device_id: firing.device_id,
      device_name: firing.device_name,
      device_serial: firing.device_serial,
      origin: firing.origin,
      action: action?.action ?? null,
      source_id: action?.source_id ?? null,
      source_name: action?.source_name ?? null,
      action_id: actionId,
      message,
    }
  })
  await tx.insertInto('tag_action_log').values(rows).execute()
}

/** Devices on which the actions can be started; logs the reason for each other one. */
async function usable(tx: Db, tag: FiringTag, claimed: readonly FiringRow[]): Promise<FiringRow[]> {
  const seen = new Set<number>()
  const usable: FiringRow[] = []
  for (const firing of claimed) {
    const { device_id, depth, recent } = firing
    const message =
      depth > mostDepth
        ? text('tags.fired_loop', { depth: mostDepth })
        : recent || seen.has(device_id)
          ? text('tags.fired_recently', { minutes })
          : null
    seen.add(device_id)
    if (message === null) usable.push(firing)
    else await log(tx, tag, [firing], () => ({ action: null, actionId: null, message }))
  }
  return usable
}

/** The scope in which an action of a tag runs, or the reason why it does not. */
async function meansOf(tx: Db, kind: TagAction | undefined, { user_id, username }: TagActionRow) {
  if (!kind) return text('tags.fired_unknown')
  const scope = user_id === null ? undefined : await findUserScope(tx, user_id, kind.permission)
  if (user_id === null || !scope) return text('tags.fired_user', { username })
  return { kind, scope, userId: user_id }
}

async function inReach(tx: Db, scope: Scope, firings: readonly FiringRow[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM devices d WHERE d.id = ANY (${firings.map(({ device_id }) => device_id)}::bigint[]) AND ${inScope(scope, 'd')}`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Starts an action of a tag on devices on which it was put for the same reason. Returns the devices it was started on.
 */
async function start(
  tx: Db,
  kinds: readonly TagAction[],
  tag: FiringTag,
  row: TagActionRow,
  firings: readonly FiringRow[],
): Promise<number[]> {
  const refuse = (message: Text, some = firings) =>
    log(tx, tag, some, () => ({ action: row, actionId: null, message })).then(() => [])
  const means = await meansOf(
    tx,
    kinds.find(({ action }) => action === row.action),
    row,
  )
  if (typeof means === 'string') return refuse(means)
  const { kind, scope, userId } = means
  const seen = await inReach(tx, scope, firings)
  const [near, far] = [
    firings.filter((one) => seen.has(one.device_id)),
    firings.filter((one) => !seen.has(one.device_id)),
  ]
  await refuse(text('tags.fired_out_of_reach', { username: row.username }), far)
  const [first] = near
  if (!first) return []
  const { source_id: sourceId, source_name: sourceName, username } = row
  const { company_id, l1_id, l2_id } = tag
  const started = await kind
    .start(tx, {
      sourceId,
      scope,
      starter: { company_id, l1_id, l2_id, userId, actorId: null, username },
      deviceIds: near.map(({ device_id }) => device_id),
      cause: { tagId: tag.id, tagName: tag.name, origin: first.origin, sourceId, sourceName },
    })
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return (error.errors[0]?.message ?? text('system.not_found')) as Text
    })
  if (typeof started === 'string') return refuse(started, near)
  const { action, refused } = started
  await log(tx, tag, near, ({ device_id }) => {
    const message = refused.get(device_id) ?? null
    return { action: row, actionId: message === null ? (action?.id ?? null) : null, message }
  })
  const done = near.filter(({ device_id }) => !refused.has(device_id))
  if (action) await writeStarted(tx, tag, action, done)
  return done.map(({ device_id }) => device_id)
}

async function writeStarted(
  tx: Db,
  tag: FiringTag,
  { id, title }: { id: number; title: Text },
  devices: readonly FiringRow[],
) {
  const companies = Map.groupBy(devices, ({ company_id }) => company_id)
  const lines = [...companies.values()].flatMap((group) =>
    group.slice(0, 1).map(({ company_id, l1_id, l2_id }) => ({
      target: 'action',
      targetId: id,
      name: title,
      company: { company_id, l1_id, l2_id },
      after: { tag: tag.name, count: group.length },
    })),
  )
  await writeAudit(tx, 'actions.tagged', { visitor: null, ip: '', userAgent: '', requestId: '' }, lines)
}

/**
 * Starts the actions of a tag on the devices on which it was put, in one transaction. Returns the devices that have
 * something queued.
 */
async function fire({ kinds }: FiringDeps, tx: Db, tagId: number): Promise<number[]> {
  const claimed = await claimFirings(tx, tagId)
  const { rows } = await sql<FiringTag>`
    SELECT t.id, t.name, t.company_id, t.l1_id, t.l2_id FROM tags t WHERE t.id = ${tagId} AND ${job}`.execute(tx)
  const [tag] = rows
  if (!tag || claimed.length === 0) return []
  const fired = await usable(tx, tag, claimed)
  const queued: number[] = []
  for (const row of await findTagActions(tx, tagId))
    for (const alike of Map.groupBy(fired, ({ origin }) => origin).values())
      queued.push(...(await start(tx, kinds(), tag, row, alike)))
  const used = new Set(fired.map(({ id }) => id))
  await sql`
    UPDATE tag_firings SET fired_at = now(), fired = id = ANY (${[...used]}::bigint[])
    WHERE id = ANY (${claimed.map(({ id }) => id)}::bigint[])`.execute(tx)
  return [...new Set(queued)]
}

/** Starts the due actions of all tags; a tag that fails does not keep the others from being used. */
export async function fireTags(deps: FiringDeps): Promise<void> {
  const { rows } = await sql<{ tag_id: number }>`
    SELECT DISTINCT tag_id FROM tag_firings WHERE ready AND fired_at IS NULL ORDER BY tag_id`.execute(deps.db)
  const failures: unknown[] = []
  for (const { tag_id } of rows) {
    try {
      const deviceIds = await deps.db.transaction().execute((tx) => fire(deps, tx, tag_id))
      if (deviceIds.length > 0) deps.bus.publish(actionsQueued, { deviceIds })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
