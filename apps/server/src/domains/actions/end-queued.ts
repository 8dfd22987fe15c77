import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { ActionContext, ActionHandler } from './kinds.ts'
import { batch, byKind, type Devices, job, link, of, outdated, ready, takes } from './queue-conditions.ts'
import { type Moved, move } from './steps.ts'

/** Ends queued targets whose user lost the permission while they waited. */
export function endForbidden(context: ActionContext, node: string, devices: Devices): Promise<Moved[]> {
  const { db, kinds } = context
  return db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(),
        message = ${text('actions.forbidden')}
      WHERE t.id IN (
        SELECT q.id FROM ${ready(kinds, node, devices)} AND NOT may.still
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

/** Ends queued targets for devices of the node whose argument this server does not offer any more. */
export function endOutdated(context: ActionContext, node: string, devices: Devices): Promise<Moved[]> {
  const { db, kinds } = context
  const message = byKind(kinds, 't', 'text', (handler) => outdatedMessage(handler))
  return db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${message}
      WHERE t.id IN (
        SELECT q.id FROM ${ready(kinds, node, devices)} AND ${outdated(kinds)}
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

function outdatedMessage(handler: ActionHandler): Text {
  if (takes('secret')(handler)) return text('actions.password_wiped')
  if (takes('file')(handler)) return text('actions.file_deleted')
  const { argument, outdated } = handler
  return (argument && outdated?.(argument())) ?? text('actions.outdated')
}

/** Ends targets that waited too long for their device. */
export function expireQueued(context: ActionContext): Promise<Moved[]> {
  return context.db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'expired', finished_at = now(), message = CASE
        WHEN EXISTS (SELECT FROM device_session s WHERE s.device_id = t.device_id AND s.open)
        THEN ${text('actions.expired_queued')}
        ELSE ${text('actions.expired_offline')} END
      WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state = 'queued' AND expires_at <= now() AND ${job}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    ),
  )
}

export function endDeleted(context: ActionContext, devices: readonly number[]): Promise<Moved[]> {
  return move(
    context,
    sql`UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${text('actions.device_deleted')}
        WHERE ${of(devices)} AND state IN ('queued', 'sent', 'running') AND ${job}`,
  )
}
