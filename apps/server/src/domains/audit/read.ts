import { type AuditLine, type AuditPart, listAudit, refusedSignIn } from '@longreach/contract/audit/endpoints'
import { routineActions } from '@longreach/contract/audit/routine'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import { inContextHistory, type Scope, systemScope } from '../../db/scope.ts'
import type { Reader } from '../../texts.ts'
import { changedFields } from './changes.ts'
import { sentenceOf } from './sentence.ts'
import { splitSaid } from './stored.ts'
import { undoHours } from './undo-store.ts'

type Derived = 'undo_id' | 'created_at' | 'sentence' | 'parts' | 'changes' | 'source'
type Row = Omit<AuditLine, Derived> & { created_at: Date; undo: { id: number; kinds: string[] } | null }
type Query = ListQuery<typeof listAudit>

const isOneOf = (actions: readonly string[]) => sql<boolean>`a.action = ANY (${[...actions]}::text[])`
const routine = (actions: readonly string[]) => (shown: 'hide' | 'only') =>
  shown === 'hide' ? sql<boolean>`NOT ${isOneOf(actions)}` : isOneOf(actions)

/** The name of a deleted company comes from the line of its deletion. */
const companyName = sql`coalesce(c.name, (
  SELECT x.before->>'name' FROM audit x
  WHERE x.target = 'company' AND x.target_id = a.company_id AND x.action = 'companies.delete'
    AND ${systemScope('row resolved in scope before')} LIMIT 1))`

/** The undo record of a line, unless a later line concerned the same fields of the object, or deleted it. */
const undo = sql`(
  SELECT jsonb_build_object('id', u.id, 'kinds', u.kinds) FROM undos u
  WHERE u.id = (a.after #>> '{$said,undo}')::bigint AND u.undone_at IS NULL
    AND u.created_at > now() - make_interval(hours => ${undoHours})
    AND NOT EXISTS (
      SELECT FROM audit y
      WHERE y.target = a.target AND y.target_id = a.target_id AND y.id > a.id
        AND y.request_id IS DISTINCT FROM a.request_id
        AND (y.action LIKE '%.delete%' OR y.after ?| ARRAY(SELECT jsonb_object_keys(a.after - '$said')))
        AND ${systemScope('row resolved in scope before')}))`

/** A moved company has a line at both of its places: if the reader sees both, only the first is shown. */
const isFirst = (scope: Scope) => sql<boolean>`(
  a.action <> ALL ('{companies.move,audit.undo}'::text[]) OR NOT EXISTS (
    SELECT FROM audit y
    WHERE y.target = a.target AND y.target_id = a.target_id AND y.id < a.id AND y.request_id = a.request_id
      AND y.company_id = a.company_id AND ${inContextHistory(scope, 'y')}))`

export const auditList = defineList({
  endpoint: listAudit,
  from: () => sql`
    audit a LEFT JOIN users r ON r.id = a.actor_id LEFT JOIN companies c ON c.id = a.company_id`,
  reach: (scope) => sql<boolean>`${inContextHistory(scope, 'a')} AND ${isFirst(scope)}`,
  columns: () => sql<Row>`
    a.id, a.created_at, a.user_id, a.actor_id, r.username AS actor_name, a.username, a.company_id,
    ${companyName} AS company_name, a.action, a.target, a.target_id, a.before, a.after, a.ip, a.user_agent,
    a.request_id, ${undo} AS undo`,
  id: 'a.id',
  sorts: { created_at: 'a.id' },
  defaultSort: '-created_at',
  filters: {
    company_id: 'a.company_id',
    user_id: (id) => sql`(a.user_id = ${id} OR a.actor_id = ${id})`,
    action: 'a.action',
    kind: (kind) => (kind === 'change' ? sql`a.action <> ${refusedSignIn}` : sql`a.action = ${refusedSignIn}`),
    target: 'a.target',
    target_id: 'a.target_id',
    sign_ins: routine(routineActions.sign_ins),
    preferences: routine(routineActions.preferences),
    ...createdBetween('a.created_at'),
  },
  search: {
    line: sql`lower(concat_ws(' ', a.username, a.action, a.target, a.ip, a.before::text, a.after::text))`,
  },
  countCap: 10_000,
})

function sourceOf(row: Pick<Row, 'ip' | 'user_agent'>, program: boolean): AuditLine['source'] {
  if (program) return 'token'
  if (row.user_agent) return 'browser'
  return row.ip ? 'device' : 'server'
}

/** The kinds of its undo steps, until it is known whether the reader may undo it. */
export interface PresentedLine extends AuditLine {
  undoKinds: readonly string[]
}

function present({ after: stored, undo, ...row }: Row, reader: Reader): PresentedLine {
  const { after, said } = splitSaid(stored)
  const changes = changedFields(row.before, after, reader)
  const parts = sentenceOf({ ...row, after, said, changes }, reader)
  return {
    ...row,
    after,
    undo_id: undo?.id ?? null,
    undoKinds: undo?.kinds ?? [],
    sentence: parts.map((part) => part.text).join(''),
    parts,
    changes,
    source: sourceOf(row, said.program ?? false),
    created_at: formatTime(row.created_at),
  }
}

/** Number of matching lines that are hidden as routine. */
async function countHidden(db: Db, scope: Scope, { sign_ins, preferences, ...query }: Query): Promise<number> {
  const count = async (only: Query) => (await auditList.count(db, scope, { ...query, ...only })).total
  const signIns = sign_ins === 'hide' ? await count({ sign_ins: 'only' }) : 0
  return signIns + (preferences === 'hide' ? await count({ preferences: 'only' }) : 0)
}

export async function findAudit(
  db: Db,
  scope: Scope,
  query: Query & { limit: number; offset: number },
  reader: Reader,
) {
  const { page, ...meta } = await auditList.page(db, scope, query)
  const hides = [query.sign_ins, query.preferences].includes('hide')
  const hidden = hides ? { hidden: await countHidden(db, scope, query) } : {}
  return { lines: page.map((row) => present(row, reader)), meta: { ...meta, ...hidden } }
}

/** Returns the ids of named objects that the reader may open, by kind. */
export type OpenableIds = (kind: string, ids: readonly number[]) => Promise<readonly number[]>

/** Removes the ids of objects that the reader may not open. */
export async function linkNames(lines: readonly PresentedLine[], openable: OpenableIds): Promise<PresentedLine[]> {
  const all = lines.flatMap(({ parts }) => parts)
  const found = new Map<string, ReadonlySet<number>>()
  for (const kind of new Set(all.map((part) => part.kind))) {
    if (kind === undefined) continue
    const ids = all.filter((part) => part.kind === kind && part.id !== undefined).map(({ id }) => id as number)
    found.set(kind, new Set(ids.length === 0 ? [] : await openable(kind, [...new Set(ids)])))
  }
  const linked = ({ text, kind, id }: AuditPart): AuditPart =>
    kind !== undefined && id !== undefined && found.get(kind)?.has(id) ? { text, kind, id } : { text }
  return lines.map((line) => ({ ...line, parts: line.parts.map(linked) }))
}

/** Yields the whole list, newest first, in chunks; lines written meanwhile are not included. */
export async function* eachAudit(
  db: Db,
  scope: Scope,
  query: Query,
  { reader, atOnce }: { reader: Reader; atOnce: number },
): AsyncGenerator<AuditLine[]> {
  let last: number | undefined
  for (;;) {
    const start = last === undefined ? undefined : sql<boolean>`a.id < ${last}`
    const lines = await auditList.rows(
      db,
      scope,
      { ...query, sort: '-created_at' },
      { limit: atOnce, offset: 0, start },
    )
    yield lines.map((row) => present(row, reader))
    if (lines.length < atOnce) return
    last = lines.at(-1)?.id
  }
}
