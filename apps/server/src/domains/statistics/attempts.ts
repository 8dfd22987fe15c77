import { text } from '@longreach/contract/i18n'
import { linkReason } from '@longreach/contract/link/codes'
import { listAttempts } from '@longreach/contract/statistics/endpoints'
import type { Attempt, AttemptReason } from '@longreach/contract/statistics/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, inScope, type Scope } from '../../db/scope.ts'
import { macText } from '../../db/search.ts'

type Row = Omit<Attempt, 'created_at'> & { created_at: Date }

/** Attempts of devices to connect or enrol, newest first; only users who see everything see those of strangers. */
export const attemptList = defineList({
  endpoint: listAttempts,
  from: () => sql`device_logs l`,
  reach: (scope) => sql<boolean>`l.type = 'connection' AND ${inContextHistory(scope, 'l')}`,
  columns: () => sql<Row>`
    l.id, l.created_at, l.device_id, d.name AS device_name, l.serial, l.mac, l.model, l.firmware, l.ip,
    l.status AS accepted, l.code, l.log AS reason, c.id AS company_id, c.name AS company_name`,
  join: (scope) => sql`
    JOIN device_logs l ON l.id = page.id
    LEFT JOIN devices d ON d.id = l.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}
    LEFT JOIN companies c ON c.id = l.company_id AND ${inScope(scope, 'c')}`,
  id: 'l.id',
  sorts: { created_at: 'l.id' },
  defaultSort: '-created_at',
  filters: {
    accepted: 'l.status',
    code: 'l.code',
    device_id: 'l.device_id',
    ...createdBetween('l.created_at'),
  },
  search: { serial: sql`l.serial`, mac: macText('l.mac'), ip: sql`l.ip` },
  countCap: 10_000,
})

export const presentAttempt = (row: Row): Attempt => ({ ...row, created_at: formatTime(row.created_at) })

/** Attempts by result, most first. */
export async function countReasons(
  db: Db,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<AttemptReason[]> {
  const { rows } = await sql<Omit<AttemptReason, 'reason'>>`
    SELECT l.code, l.status AS accepted, count(*)::int AS attempts, count(DISTINCT l.serial)::int AS devices
    FROM device_logs l
    WHERE l.type = 'connection' AND l.created_at >= ${from} AND l.created_at < ${to} AND ${inContextHistory(scope, 'l')}
    GROUP BY 1, 2 ORDER BY 3 DESC, 1`.execute(db)
  return rows.map((row) => ({ ...row, reason: reasonOf(row) }))
}

function reasonOf({ code, accepted }: Pick<AttemptReason, 'code' | 'accepted'>) {
  if (accepted) return text('statistics.accepted')
  return code === null ? text('statistics.no_code') : linkReason(code)
}
