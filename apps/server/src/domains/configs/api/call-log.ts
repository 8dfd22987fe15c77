import { actionTitle } from '@longreach/contract/actions/kinds'
import { type ConfigCall, isApiCall, variablePattern } from '@longreach/contract/configs/calls'
import { type ConfigLog, listConfigLogs } from '@longreach/contract/configs/log-endpoints'
import {
  hiddenValue,
  isSecretField,
  isSecretOption,
  replaceSecrets,
  type SecretNames,
} from '@longreach/contract/configs/secrets'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { createdBetween } from '../../../db/filters.ts'
import { defineList } from '../../../db/list.ts'
import { inHistory, type Scope } from '../../../db/scope.ts'
import { notFound } from '../../../endpoint/problem.ts'
import { fileLine } from '../shown-lines.ts'
import { routeOf } from './calls.ts'

/** A call in the form of the log. */
export interface LoggedCall {
  method: string
  route: string
  request: string | null
  hidden: boolean
  /** Set for a call of the device's own API, with the code of its answer and the duration. */
  api?: true
  code?: number
  milliseconds?: number
}

/** Most characters stored of a call's settings. */
const longest = 4000

type Value = NonNullable<ConfigCall['request_data']>[string]

/** True if a value refers to a variable with the name of a secret, such as `{{wifi_password}}`. */
const namesSecret = (value: unknown): boolean =>
  typeof value === 'string' && [...value.matchAll(variablePattern)].some(([, name = '']) => isSecretOption(name))

function shownValue(path: string, name: string, given: Value | undefined, value: Value): Value {
  if (value === null) return null
  if (isSecretOption(name) || [given].flat().some(namesSecret)) return hiddenValue
  if (!path.startsWith('/files/') || typeof value !== 'string') return value
  return value
    .split('\n')
    .map((line) => fileLine(line).shown)
    .join('\n')
}

/** Hides data that came from a variable with the name of a secret; `given` is the same data before it was filled in. */
function hideFilled(given: unknown, filled: unknown): unknown {
  if (typeof given === 'string') return namesSecret(given) ? hiddenValue : filled
  if (Array.isArray(given) && Array.isArray(filled)) return filled.map((one, at) => hideFilled(given[at], one))
  if (typeof given !== 'object' || given === null || typeof filled !== 'object' || filled === null) return filled
  return Object.fromEntries(
    Object.entries(filled).map(([name, one]) => [name, hideFilled((given as Record<string, unknown>)[name], one)]),
  )
}

const shorten = (request: string) => (request.length > longest ? `${request.slice(0, longest)}…` : request)

/** A call of the device's own API without secrets. */
function logApiCall(given: ConfigCall, filled: ConfigCall, secrets: SecretNames): LoggedCall {
  const path = namesSecret(given.path) ? given.path : filled.path
  const query_parameters = (filled.query_parameters ?? []).map(({ key, value }, at) => ({
    key,
    value: isSecretField(key, secrets) || namesSecret(given.query_parameters?.[at]?.value) ? hiddenValue : value,
  }))
  const route = routeOf({ path, query_parameters }).replaceAll(encodeURIComponent(hiddenValue), hiddenValue)
  const data = hideFilled(given.request_data, filled.request_data)
  const request = data === undefined ? null : JSON.stringify(replaceSecrets(data, secrets, () => hiddenValue))
  const hidden = route !== routeOf(filled) || (request !== null && request !== JSON.stringify(filled.request_data))
  return { api: true, method: filled.method, route, request: request && shorten(request), hidden }
}

/** Log entries for the calls of a device; `given` are the same calls before their variables were filled in. */
export function logCalls(
  given: readonly ConfigCall[],
  filled: readonly ConfigCall[],
  secrets: SecretNames,
): LoggedCall[] {
  return filled.map((call, at) => {
    const { method, path, request_data } = call
    const before = given[at]
    if (isApiCall(call)) return logApiCall(before ?? call, call, secrets)
    const route = namesSecret(before?.path) ? (before?.path ?? path) : path
    if (!request_data) return { method, route, request: null, hidden: route !== path }
    const shown = Object.fromEntries(
      Object.entries(request_data).map(([name, value]) => [
        name,
        shownValue(path, name, before?.request_data?.[name], value),
      ]),
    )
    const request = JSON.stringify(shown)
    return {
      method,
      route,
      request: shorten(request),
      hidden: route !== path || request !== JSON.stringify(request_data),
    }
  })
}

interface Row extends Omit<ConfigLog, 'action_name' | 'display_name' | 'created_at' | 'updated_at'> {
  kind: string
  source_name: string | null
  created_at: Date
  updated_at: Date
}

interface Within {
  scope: Scope
  deviceId: number
  /** Limits the list to one action. */
  actionId?: number
}

/** Calls of a device's changes. Within a change they are in order if the latest change comes first. */
export const configLogList = defineList({
  endpoint: listConfigLogs,
  from: () => sql`action_targets t JOIN config_targets x ON x.target_id = t.id CROSS JOIN LATERAL (
    SELECT t.id * 128 + 127 - e.n AS id, e.call
    FROM jsonb_array_elements(coalesce(x.calls, '[null]'::jsonb)) WITH ORDINALITY AS e (call, n)) c`,
  reach: ({ scope, deviceId, actionId }: Within) => sql`t.device_id = ${deviceId}
    AND ${actionId === undefined ? sql`true` : sql`t.action_id = ${actionId}`} AND ${inHistory(scope, 't')}`,
  columns: () => sql<Row>`
    c.id AS request_id, t.device_id, t.action_id, t.kind, c.call ->> 'method' AS method, c.call ->> 'route' AS route,
    c.call ->> 'request' AS request_message, coalesce((c.call -> 'hidden')::boolean, false) AS request_hidden,
    t.state AS request_state, t.message AS response_message,
    coalesce((c.call ->> 'code')::int, t.exit_code) AS response_code,
    extract(epoch FROM t.finished_at - t.created_at)::float8 AS duration,
    coalesce((c.call ->> 'milliseconds')::float8 / 1000, extract(epoch FROM t.finished_at - t.sent_at)::float8)
      AS execution_duration, t.created_at,
    coalesce(t.finished_at, t.sent_at, t.created_at) AS updated_at,
    (SELECT a.username FROM actions a WHERE a.id = t.action_id) AS username,
    (SELECT a.source_name FROM actions a WHERE a.id = t.action_id) AS source_name`,
  id: 'c.id',
  sorts: { created_at: 'c.id' },
  defaultSort: '-created_at',
  filters: {
    request_state: (states) => sql`t.state = ANY (${[...states]}::text[])`,
    ...createdBetween('t.created_at'),
  },
})

export const presentLog = ({ kind, source_name, ...row }: Row): ConfigLog => ({
  ...row,
  action_name: String(row.action_id),
  display_name: source_name ?? actionTitle(kind),
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

/** Outcomes of calls, at the end of a device's answer. */
const outcomes = / \[((?:\d{1,3}\/\d{1,7} ?)+)\]$/

/** Stores the outcomes of the calls of a device's own API that were made, in order. */
export async function noteApiCalls(tx: Db, targetId: number, answer: string): Promise<void> {
  const listed = outcomes.exec(answer)?.[1]?.trim().split(' ')
  if (!listed) return
  const { rows } = await sql<{ calls: LoggedCall[] | null }>`
    SELECT calls FROM config_targets WHERE target_id = ${targetId} FOR UPDATE`.execute(tx)
  const left = [...listed]
  const calls = rows[0]?.calls?.map((call) => {
    const outcome = call.api ? left.shift() : undefined
    if (outcome === undefined) return call
    const [code, milliseconds] = outcome.split('/').map(Number)
    return { ...call, code, milliseconds }
  })
  if (!calls) return
  await sql`UPDATE config_targets SET calls = ${JSON.stringify(calls)}::jsonb WHERE target_id = ${targetId}`.execute(tx)
}

/** Throws NOT_FOUND if the action did not configure the device, or the caller does not see it. */
export async function requireConfigured(db: Db, { scope, deviceId, actionId }: Required<Within>): Promise<void> {
  const { rows } = await sql`
    SELECT FROM action_targets t JOIN config_targets x ON x.target_id = t.id
    WHERE t.device_id = ${deviceId} AND t.action_id = ${actionId} AND ${inHistory(scope, 't')}`.execute(db)
  if (rows.length === 0) throw notFound()
}
