import type { TargetState } from '@longreach/contract/actions/constants'
import { backupTypes } from '@longreach/contract/configs/backup-constants'
import { listBackupLog, listBackupRules, listBackups } from '@longreach/contract/configs/backup-endpoints'
import type { Backup, BackupLog, BackupRule } from '@longreach/contract/configs/backup-schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { createdBetween } from '../../../db/filters.ts'
import { defineList } from '../../../db/list.ts'
import { inContext, inHistory, inScope, type Scope } from '../../../db/scope.ts'
import { type ScheduleRow, scheduleColumns } from '../../actions/schedules/store.ts'
import { mayUse } from '../../files/store.ts'

export const backupKind = 'periodic_backup'

type BackupRow = Omit<Backup, 'created_at'> & { created_at: Date }

const device = (scope: Scope, column: string) => sql`(
  SELECT ${sql.ref(`d.${column}`)} FROM devices d
  WHERE d.id = f.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')})`

const types = sql`ARRAY[${sql.join(backupTypes.map((type) => sql.lit(type)))}]`

export const backupList = defineList({
  endpoint: listBackups,
  from: (scope) =>
    sql`files f LEFT JOIN devices o ON o.id = f.device_id AND o.deleted_at IS NULL AND ${inScope(scope, 'o')}`,
  reach: (scope) => sql<boolean>`f.type = ANY (${types}) AND ${scope.context ? inContext(scope, 'f') : mayUse(scope)}`,
  columns: (scope) => sql<BackupRow>`
    f.id, f.name, f.type, f.company_id, c.name AS company_name, ${device(scope, 'id')} AS device_id,
    ${device(scope, 'name')} AS device_name, f.device_model, f.version AS firmware, s.id AS rule_id, s.name AS rule_name,
    f.size AS file_size, (${inScope(scope, 'f')}) IS NOT TRUE AS shared, f.created_at`,
  join: (scope) => sql`
    JOIN files f ON f.id = page.id JOIN companies c ON c.id = f.company_id
    LEFT JOIN periodic_backups p ON p.file_id = f.id LEFT JOIN schedules s ON s.id = p.schedule_id AND ${inScope(scope, 's')}`,
  id: 'f.id',
  sorts: {
    name: 'f.name_key',
    device_name: sql`lower(o.name) COLLATE "C"`,
    device_model: 'f.device_model',
    firmware: 'f.version',
    file_size: 'f.size',
    created_at: 'f.id',
  },
  defaultSort: '-created_at',
  filters: {
    company_id: 'f.company_id',
    type: (names) => sql`f.type = ANY (${[...names]}::text[])`,
    device_model: 'f.device_model',
    device_id: 'o.id',
    ...createdBetween('f.created_at'),
  },
  search: { name: sql`f.name_key`, device_name: sql`lower(o.name)` },
})

export const presentBackup = (row: BackupRow): Backup => ({ ...row, created_at: formatTime(row.created_at) })

interface RuleRow extends ScheduleRow {
  company_name: string
  payload: { keep: number }
  applied: { id: number; name: string }[]
  last_run_at: Date | null
  last_outcome: BackupRule['last_outcome']
  last_message: string | null
}

/** Objects that a rule names, as far as the caller sees them. */
function applied(scope: Scope): RawBuilder<unknown> {
  const named = (table: string, rest = sql``) => sql`
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) ORDER BY x.name)
    FROM ${sql.table(table)} x WHERE x.id = ANY (s.apply_list) AND ${inScope(scope, 'x')} ${rest}`
  // For a company, its own id is its place in scope.
  const companies = sql`
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) ORDER BY x.name) FROM (
      SELECT c.id, c.name FROM companies c
      CROSS JOIN LATERAL (SELECT c.id AS company_id, c.l1_id, c.l2_id) p
      WHERE c.id = ANY (s.apply_list) AND ${inScope(scope, 'p')}) x`
  return sql`coalesce(CASE s.applied_by
    WHEN 'device' THEN (${named('devices', sql`AND x.deleted_at IS NULL`)}) WHEN 'tag' THEN (${named('tags')}) ELSE (${companies}) END, '[]')`
}

export const backupRuleList = defineList({
  endpoint: listBackupRules,
  from: () => sql`schedules s`,
  reach: (scope) => sql<boolean>`s.kind = ${backupKind} AND ${inContext(scope, 's')}`,
  columns: (scope) => sql<RuleRow>`${scheduleColumns}, c.name AS company_name, ${applied(scope)} AS applied,
    r.due_at AS last_run_at, r.outcome AS last_outcome, r.message AS last_message`,
  join: () => sql`
    JOIN schedules s ON s.id = page.id JOIN companies c ON c.id = s.company_id LEFT JOIN LATERAL (
      SELECT x.due_at, x.outcome, x.message FROM schedule_runs x WHERE x.schedule_id = s.id
      ORDER BY x.due_at DESC LIMIT 1) r ON true`,
  id: 's.id',
  sorts: { name: 's.name_key', next_run_at: 's.next_at' },
  defaultSort: 'name',
  filters: {},
  search: { name: sql`s.name_key` },
})

const orNull = (time: Date | null) => time && formatTime(time)

export const presentRule = (row: RuleRow): BackupRule => ({
  id: row.id,
  name: row.name,
  company_id: row.company_id,
  company_name: row.company_name,
  applied_by: row.applied_by,
  apply_list: row.applied,
  period: row.period,
  weekday: row.weekday,
  day: row.day,
  time: row.time,
  zone: row.zone,
  keep: row.payload.keep,
  enabled: row.enabled,
  reason: row.reason,
  username: row.username,
  next_run_at: orNull(row.next_at),
  last_run_at: orNull(row.last_run_at),
  last_outcome: row.last_outcome,
  last_message: row.last_message,
  created_at: formatTime(row.created_at),
})

interface LogRow {
  id: number
  due_at: Date
  device_id: number
  device_name: string
  device_serial: string
  state: TargetState | 'left_out'
  message: string
  action_id: number | null
  finished_at: Date | null
}

/** Devices that took part in a run, and those that were left out. */
export const backupLogList = defineList({
  endpoint: listBackupLog,
  from: (scope) => sql`(
    SELECT t.id, r.schedule_id, r.due_at, t.device_id, t.device_name, t.device_serial, t.state, t.message, t.action_id, t.finished_at
    FROM schedule_runs r JOIN action_targets t ON t.action_id = r.action_id WHERE ${inHistory(scope, 't')}
    UNION ALL
    SELECT -o.id, o.schedule_id, o.due_at, o.device_id, o.device_name, o.device_serial, 'left_out', o.message, NULL, o.due_at
    FROM schedule_left_out o WHERE ${inHistory(scope, 'o')}) l
    JOIN schedules s ON s.id = l.schedule_id`,
  reach: (scope) => sql<boolean>`s.kind = ${backupKind} AND ${inScope(scope, 's')}`,
  columns: () => sql<LogRow>`
    l.id, l.due_at, l.device_id, l.device_name, l.device_serial, l.state, l.message, l.action_id, l.finished_at`,
  id: 'l.id',
  sorts: { due_at: 'l.due_at', device_name: sql`lower(l.device_name) COLLATE "C"` },
  defaultSort: '-due_at',
  filters: {
    rule_id: 'l.schedule_id',
    device_id: 'l.device_id',
    state: (states) => sql`l.state = ANY (${[...states]}::text[])`,
  },
  search: { device_name: sql`lower(l.device_name)`, device_serial: sql`lower(l.device_serial)` },
  countCap: 10_000,
})

export const presentLog = (row: LogRow): BackupLog => ({
  ...row,
  due_at: formatTime(row.due_at),
  finished_at: orNull(row.finished_at),
})

interface RunRow {
  due_at: Date
  outcome: NonNullable<BackupRule['last_outcome']>
  message: string | null
  action_id: number | null
  devices: number
  done: number
}

const mostRuns = 50

/** Last runs of a rule that was found in scope. */
export async function findRuns(db: Db, scope: Scope, ruleId: number) {
  const { rows } = await sql<RunRow>`
    SELECT r.due_at, r.outcome, r.message, r.action_id, n.devices, n.done
    FROM schedule_runs r CROSS JOIN LATERAL (
      SELECT count(*) AS devices, count(*) FILTER (WHERE t.state = 'done') AS done
      FROM action_targets t WHERE t.action_id = r.action_id AND ${inHistory(scope, 't')}) n
    WHERE r.schedule_id = ${ruleId} ORDER BY r.due_at DESC LIMIT ${mostRuns}`.execute(db)
  return rows.map((row) => ({ ...row, due_at: formatTime(row.due_at) }))
}
