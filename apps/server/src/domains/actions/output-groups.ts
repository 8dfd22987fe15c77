import { actionLimits, type groupStates } from '@longreach/contract/actions/constants'
import { plainOutput } from '@longreach/contract/actions/plain-output'
import type { Output, OutputGroup, Outputs } from '@longreach/contract/actions/schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory } from '../../db/scope.ts'
import { mayReadArgument, type Reader } from './read.ts'

type GroupState = (typeof groupStates)[number]

/** Characters of a preview. */
const previewLength = 200

const state = sql<GroupState>`CASE WHEN t.state = 'queued' THEN 'waiting' WHEN t.state IN ('sent', 'running') THEN 'running'
  WHEN t.state = 'done' THEN 'done' ELSE 'failed' END`

/** Name of the group of a target. Only users who may read answers see which of them are equal. */
const group = (
  readable: boolean,
) => sql<string>`CASE WHEN t.state = 'queued' THEN 'waiting' WHEN t.state IN ('sent', 'running') THEN 'running'
  ELSE md5(concat_ws(' ', t.state, t.exit_code, ${
    readable ? sql`coalesce(t.output_hash, md5(t.output), t.message)` : sql`t.message`
  })) END`

interface ActionOf {
  id: number
  kind: string
}

const reach = (reader: Reader, action: ActionOf): RawBuilder<boolean> =>
  sql`t.action_id = ${action.id} AND ${inHistory(reader.scope, 't')}`

interface GroupRow {
  key: string
  state: GroupState
  count: number
  offline: number
  expires_at: Date | null
  exit_code: number | null
  message: string
  output: string | null
}

/** Groups in the order of the list: answers, failures, running, waiting; the largest of each first. */
async function findGroups(
  db: Db,
  reader: Reader,
  action: ActionOf,
  { limit, offset }: { limit: number; offset: number },
): Promise<GroupRow[]> {
  const readable = mayReadArgument(reader, action.kind)
  const { rows } = await sql<GroupRow>`
    SELECT g.key, g.state, g.count, g.offline, CASE WHEN g.state = 'waiting' THEN g.expires_at END AS expires_at,
      t.exit_code, t.message, ${readable ? sql`t.output` : sql`NULL`} AS output
    FROM (
      SELECT ${group(readable)} AS key, ${state} AS state, count(*) AS count, min(t.id) AS id, max(t.expires_at) AS expires_at,
        count(*) FILTER (WHERE t.state = 'queued' AND d.status IS DISTINCT FROM 1) AS offline
      FROM action_targets t LEFT JOIN devices d ON d.id = t.device_id WHERE ${reach(reader, action)} GROUP BY 1, 2
      ORDER BY array_position(ARRAY['done', 'failed', 'running', 'waiting'], ${state}), count(*) DESC, min(t.id)
      LIMIT ${limit} OFFSET ${offset}) g
    JOIN action_targets t ON t.id = g.id AND ${reach(reader, action)}
    ORDER BY array_position(ARRAY['done', 'failed', 'running', 'waiting'], g.state), g.count DESC, g.id`.execute(db)
  return rows
}

/** First line in which an answer differs from `other`, and the number of lines that are not in `other`. */
function compare(lines: readonly string[], other: readonly string[] | undefined) {
  const known = new Set(other)
  const first = lines.findIndex((line, at) => line !== other?.[at])
  const line = Math.max(0, other ? first : lines.findIndex((text) => text.trim() !== ''))
  return {
    line: lines.length === 0 ? null : line,
    preview: (lines[line] ?? '').slice(0, previewLength),
    different: other ? lines.filter((text) => !known.has(text)).length : 0,
  }
}

const linesOf = ({ output }: Pick<GroupRow, 'output'>) => (output ? plainOutput(output).split('\n') : undefined)

/** The answers of an action's devices, equal answers once. */
export async function readOutputs(db: Db, reader: Reader, action: ActionOf): Promise<Outputs> {
  const rows = await findGroups(db, reader, action, { limit: actionLimits.groups, offset: 0 })
  const [first, second] = rows.filter((row) => row.state === 'done').map(linesOf)
  const groups = rows.map((row, at): OutputGroup => {
    const { output: _, expires_at, ...group } = row
    const lines = linesOf(row)
    const compared = lines && compare(lines, at === 0 ? second : first)
    return {
      ...group,
      preview: compared?.preview ?? null,
      line: compared?.line ?? null,
      different: at === 0 ? 0 : (compared?.different ?? 0),
      expires_at: expires_at && formatTime(expires_at),
    }
  })
  const { rows: totals } = await sql<{ groups: number; devices: number; slowest: number | null }>`
    SELECT count(DISTINCT ${group(mayReadArgument(reader, action.kind))}) AS groups, count(*) AS devices,
      (extract(epoch FROM max(t.finished_at - t.sent_at) FILTER (WHERE t.exit_code IS NOT NULL)) * 1000)::int AS slowest
    FROM action_targets t WHERE ${reach(reader, action)}`.execute(db)
  const [total = { groups: 0, devices: 0, slowest: null }] = totals
  return {
    groups,
    more: {
      groups: Math.max(0, total.groups - groups.length),
      devices: Math.max(0, total.devices - groups.reduce((sum, { count }) => sum + count, 0)),
    },
    slowest: total.slowest,
  }
}

/** One answer with its devices; undefined if no device in reach gave it. */
export async function readOutput(db: Db, reader: Reader, action: ActionOf, key: string): Promise<Output | undefined> {
  const readable = mayReadArgument(reader, action.kind)
  const { rows } = await sql<{ id: number; device_id: number; device_name: string; exit_code: number | null }>`
    SELECT t.id, t.device_id, t.device_name, t.exit_code FROM action_targets t
    WHERE ${reach(reader, action)} AND ${group(readable)} = ${key} ORDER BY lower(t.device_name), t.id`.execute(db)
  const [first] = rows
  if (!first) return undefined
  return {
    output: readable ? await outputOf(db, reader, first.id) : null,
    exit_code: first.exit_code,
    devices: rows.slice(0, actionLimits.groupNames).map((row) => ({ id: row.device_id, name: row.device_name })),
    device_ids: rows.map((row) => row.device_id),
  }
}

async function outputOf(db: Db, reader: Reader, id: number): Promise<string | null> {
  const { rows } = await sql<{ output: string | null }>`
    SELECT t.output FROM action_targets t WHERE t.id = ${id} AND ${inHistory(reader.scope, 't')}`.execute(db)
  return rows[0]?.output ?? null
}

/** Groups read at a time for a file. */
const atOnce = 50

/** All answers with the names of their devices, in the order of the list. */
export async function* allOutputs(db: Db, reader: Reader, action: ActionOf) {
  const readable = mayReadArgument(reader, action.kind)
  for (let offset = 0; ; offset += atOnce) {
    const groups = await findGroups(db, reader, action, { limit: atOnce, offset })
    const { rows } = await sql<{ key: string; names: string[] }>`
      SELECT ${group(readable)} AS key, array_agg(t.device_name ORDER BY lower(t.device_name), t.id) AS names
      FROM action_targets t
      WHERE ${reach(reader, action)} AND ${group(readable)} = ANY (${groups.map(({ key }) => key)}::text[]) GROUP BY 1`.execute(
      db,
    )
    const names = new Map(rows.map((row) => [row.key, row.names]))
    for (const row of groups)
      yield { ...row, names: names.get(row.key) ?? [], output: row.output === null ? '' : plainOutput(row.output) }
    if (groups.length < atOnce) return
  }
}
