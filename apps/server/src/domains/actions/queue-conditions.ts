import { type RawBuilder, sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import type { ActionHandler, ActionKinds } from './kinds.ts'
import { ownOrigins } from './start.ts'

/** Devices to which an engine step applies; null for all. */
export type Devices = readonly number[] | null

/** Most rows per statement. */
export const batch = 200

export const link = systemScope('link of the device itself')

export const job = systemScope('background job')

export const of = (devices: Devices) => (devices ? sql`t.device_id = ANY (${[...devices]}::bigint[])` : sql`true`)

/**
 * A property of the kinds, as an expression over the column `kind` of the table with that alias; null for unknown
 * kinds.
 */
export function byKind<Value>(
  kinds: ActionKinds,
  alias: string,
  type: 'int' | 'text',
  of: (handler: ActionHandler) => Value,
): RawBuilder<Value> {
  const cases = [...kinds.values()].map((handler) => sql`WHEN ${handler.name} THEN ${of(handler)}::${sql.raw(type)}`)
  return sql`CASE ${sql.ref(`${alias}.kind`)} ${sql.join(cases, sql` `)} END`
}

/** Kinds of a newer release are left to its nodes. */
export const known = (kinds: ActionKinds, alias: string) =>
  sql`${sql.ref(`${alias}.kind`)} = ANY (${[...kinds.keys()]}::text[])`

export const newCommandId = (step: RawBuilder<unknown>) =>
  sql`'a' || t.id || '_' || t.attempt || '_' || ${step} || substr(md5(random()::text), 1, 6)`

/**
 * Queued targets of devices with a link on the node, with the current permissions of the user who started them. Actions
 * started by the server itself need none.
 */
export const ready = (kinds: ActionKinds, node: string, devices: Devices) => sql`
  action_targets q
  JOIN device_session s ON s.device_id = q.device_id AND s.open AND s.node = ${node}
  JOIN devices d ON d.id = q.device_id
  LEFT JOIN users u ON u.id = q.asked_by_id
  LEFT JOIN companies c ON c.id = u.company_id
  CROSS JOIN LATERAL (
    SELECT coalesce(${userMay(byKind(kinds, 'q', 'text', ({ kind }): string => kind.permission))} AND ${userSees('d')}, false)
      OR (q.asked_by_id IS NULL AND EXISTS (SELECT FROM actions o WHERE o.id = q.action_id AND o.origin = ANY (${[...ownOrigins]}::text[])))
  ) may (still)
  WHERE q.state = 'queued' AND ${known(kinds, 'q')} AND ${devices ? sql`q.device_id = ANY (${[...devices]}::bigint[])` : sql`true`}`

/**
 * Condition for queued targets whose argument this server does not offer any more, or whose file or secret is not
 * stored.
 */
export function outdated(kinds: ActionKinds): RawBuilder<boolean> {
  const current = byKind(kinds, 'q', 'text', ({ argument }) => argument?.() ?? null)
  const named = (from: string) => [...kinds.values()].filter(takes(from)).map(({ name }) => name)
  const [secret, file] = [named('secret'), named('file')]
  return sql<boolean>`(coalesce((SELECT a.arg FROM actions a WHERE a.id = q.action_id) <> ${current}, false)
    OR (q.kind = ANY (${file}::text[]) AND (SELECT a.file_id FROM actions a WHERE a.id = q.action_id) IS NULL)
    OR (q.kind = ANY (${secret}::text[]) AND NOT EXISTS (SELECT FROM action_secrets x WHERE x.target_id = q.id)))`
}

/**
 * Condition for targets whose device did not answer but may have executed the command, or may still do so: it has not
 * restarted since.
 */
export const isUnknown = (alias: string) => {
  const target = sql.ref(alias)
  return sql<boolean>`(${target}.outcome_unknown AND EXISTS (
    SELECT FROM device_session s WHERE s.device_id = ${target}.device_id AND s.boot = ${target}.boot))`
}

export const takes =
  (from: string) =>
  ({ kind }: ActionHandler): boolean =>
    kind.argument?.from === from

/** Condition for actions `a` whose targets may be sent now. */
export const due = sql<boolean>`(NOT a.paused AND coalesce(a.not_before <= now(), true) AND coalesce(within_hours(a.hours, now()), true))`

export const isDue = (alias: string) =>
  sql<boolean>`EXISTS (SELECT FROM actions a WHERE a.id = ${sql.ref(`${alias}.action_id`)} AND ${due})`
