import type { QueryOf } from '@longreach/contract/endpoint'
import { type Text, text } from '@longreach/contract/i18n'
import { measureLimits, type TemplateFault, templateFaults } from '@longreach/contract/link/template-lines'
import type { listTemplateLogs } from '@longreach/contract/monitoring/template-endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'

export interface Problem {
  deviceId: number
  template: number
  problem: Text
}

const own = systemScope('link of the device itself')

/** Adds to the logs; a repetition within the hour is only counted. Problems of deleted templates are left out. */
export async function noteProblems(db: Db, problems: readonly Problem[]): Promise<void> {
  await sql`
    INSERT INTO template_logs AS l (company_id, l1_id, l2_id, device_id, template_id, template_name, hour, log, count)
    SELECT d.company_id, d.l1_id, d.l2_id, d.id, t.id, t.name, date_trunc('hour', now(), 'UTC'), n.log, count(*)
    FROM unnest(${problems.map(({ deviceId }) => deviceId)}::bigint[], ${problems.map(({ template }) => template)}::bigint[],
      ${problems.map(({ problem }) => problem)}::text[]) AS n (device_id, template_id, log)
    JOIN devices d ON d.id = n.device_id JOIN monitoring_templates t ON t.id = n.template_id
    WHERE ${own}
    GROUP BY d.company_id, d.l1_id, d.l2_id, d.id, t.id, t.name, n.log ORDER BY d.id, t.id, n.log
    ON CONFLICT (device_id, template_id, hour, log)
      DO UPDATE SET count = l.count + excluded.count, last_at = now()`.execute(db)
}

const isFault = (word: string | undefined): word is TemplateFault =>
  (templateFaults as readonly (string | undefined)[]).includes(word)

export function faultText(fault: TemplateFault, { url, name }: { url: string; name: string }): Text {
  const { answer, seconds } = measureLimits
  return text(`monitoring.fault_${fault}`, { url, id: name, size: answer / 1024, seconds })
}

/** Logs a fault, `<parameter> <word>`, that a device reported; ignored unless it has the template of the parameter. */
export async function noteFault(db: Db, deviceId: number, said: string): Promise<void> {
  const [id, word] = said.split(' ')
  if (!isFault(word) || !/^[1-9]\d{0,14}$/.test(id ?? '')) return
  const { rows } = await sql<{ template_id: number; url: string; name: string }>`
    SELECT p.template_id, p.url, p.name FROM template_parameters p
    JOIN device_templates x ON x.template_id = p.template_id AND x.device_id = ${deviceId}
    WHERE p.id = ${Number(id)}`.execute(db)
  const [row] = rows
  if (row) await noteProblems(db, [{ deviceId, template: row.template_id, problem: faultText(word, row) }])
}

interface Row {
  id: number
  config_id: number
  config_name: string
  device_id: number
  device_name: string
  log: string
  count: number
  created_at: Date
  last_at: Date
  total: number
}

export async function findTemplateLogs(
  db: Db,
  scope: Scope,
  { device_id, config_id, limit, offset }: QueryOf<typeof listTemplateLogs>,
) {
  const where = sql`${inScope(scope, 'l')}
    AND ${device_id === undefined ? sql`true` : sql`l.device_id = ${device_id}`}
    AND ${config_id === undefined ? sql`true` : sql`l.template_id = ${config_id}`}`
  const counted = await sql<{
    total: number
  }>`SELECT count(*)::int AS total FROM template_logs l WHERE ${where}`.execute(db)
  const { rows } = await sql<Row>`
    SELECT l.id, l.template_id AS config_id, l.template_name AS config_name, l.device_id, d.name AS device_name, l.log,
      l.count, l.created_at, l.last_at
    FROM template_logs l JOIN devices d ON d.id = l.device_id
    WHERE ${where} AND ${systemScope('row resolved in scope before')}
    ORDER BY l.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return {
    data: rows.map(({ log, created_at, last_at, ...row }) => ({
      ...row,
      log: [log],
      created_at: formatTime(created_at),
      last_at: formatTime(last_at),
    })),
    total: counted.rows[0]?.total ?? 0,
  }
}
