import {
  createBackupRule,
  deleteBackupRule,
  getBackupRule,
  listBackupLog,
  listBackupRules,
  listBackupRuns,
  listBackups,
  previewRestore,
  restoreBackup,
  runBackupRule,
  type updateBackupRule as UpdateBackupRule,
  updateBackupRule,
} from '@longreach/contract/configs/backup-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import { type Text, text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import { isZone } from '../../../clocks.ts'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import type { ActionKinds } from '../../actions/kinds.ts'
import { startRun } from '../../actions/schedules/schedules.ts'
import {
  changeSchedule,
  insertSchedule,
  lockSchedule,
  removeSchedule,
  type ScheduleRow,
  type ScheduleValues,
} from '../../actions/schedules/store.ts'
import { auditDevices } from '../../actions/start-call.ts'
import { findPlacement, visibleCompanies } from '../../companies/store.ts'
import { visibleDevices } from '../../devices/details.ts'
import { actionsQueued } from '../../devices/topics.ts'
import { lockTags } from '../../tags/store.ts'
import { type ApplyDeps, applyPlanned } from '../apply.ts'
import { backupSchedule } from './keeping.ts'
import { planBackup, presentRestore, requireBackup } from './plan.ts'
import {
  backupKind,
  backupList,
  backupLogList,
  backupRuleList,
  findRuns,
  presentBackup,
  presentLog,
  presentRule,
} from './store.ts'

export interface BackupDeps {
  bus: Bus
  actions: () => ActionKinds
  apply: ApplyDeps
}

type Planned = BodyOf<typeof UpdateBackupRule>

const refused = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

/** Ids of the devices, tags or companies of a rule. Throws if any is out of reach. */
async function applyList({ db, scope }: Pick<Call, 'db' | 'scope'>, planned: Planned): Promise<number[]> {
  const { device_id = [], tag_id = [], apply_company_id = [] } = planned
  const inReach = {
    device_id: () => visibleDevices(db, scope, device_id),
    tag_id: async () => (await lockTags(db, scope, tag_id, 'key share')).map(({ id }) => id),
    apply_company_id: () => visibleCompanies(db, scope, apply_company_id),
  }
  for (const [field, ids] of Object.entries({ device_id, tag_id, apply_company_id })) {
    const seen = new Set(ids.length === 0 ? [] : await inReach[field as keyof typeof inReach]())
    if (ids.some((id) => !seen.has(id))) throw notFound(field)
  }
  return [...new Set({ device: device_id, tag: tag_id, company: apply_company_id }[planned.applied_by])]
}

async function valuesOf(call: Pick<Call, 'db' | 'scope'>, planned: Planned): Promise<ScheduleValues> {
  const { name, period, weekday, day, time, zone, keep, enabled = false, applied_by } = planned
  if (!isZone(zone)) throw refused('zone', text('actions.unknown_zone'))
  return {
    name,
    payload: { keep },
    period,
    weekday: period === 'week' ? (weekday ?? null) : null,
    day: period === 'month' ? (day ?? null) : null,
    time,
    zone,
    applied_by,
    apply_list: await applyList(call, planned),
    enabled,
  }
}

/** Locks the rule of a call. Throws if it is out of reach. */
async function requireRule({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<ScheduleRow> {
  const rule = await lockSchedule(db, scope, backupKind, id)
  if (!rule) throw notFound()
  return rule
}

async function nextRun(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    SELECT s.next_at FROM schedules s WHERE s.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows[0]?.next_at ? formatTime(rows[0].next_at) : null
}

const auditOf = ({ id, name, ...company }: Placement & { id: number; name: string }) => ({
  target: 'backup_rule',
  targetId: id,
  name,
  company,
})

/** Values of a rule for the audit log. */
const auditedValues = ({ payload, apply_list, ...values }: ScheduleValues) => ({
  ...values,
  ...(payload as { keep: number }),
  applied_to: apply_list,
})

const valuesIn = (rule: ScheduleRow): ScheduleValues => {
  const { name, payload, period, weekday, day, time, zone, applied_by, apply_list, enabled } = rule
  return { name, payload, period, weekday, day, time, zone, applied_by, apply_list, enabled }
}

function changeRoutes(): Route[] {
  return [
    route(createBackupRule, async (call) => {
      const { db, scope, session, body, audit } = call
      const { company_id, ...planned } = body
      const company = await findPlacement(db, scope, company_id)
      if (!company) throw notFound('company_id')
      const values = await valuesOf(call, planned)
      const id = await insertSchedule(db, company_id, backupKind, values, session)
      audit({ ...auditOf({ id, name: values.name, ...company }), after: auditedValues(values) })
      return { data: { id, next_run_at: await nextRun(db, id) } }
    }),
    route(updateBackupRule, async (call) => {
      const { db, session, params, body, audit } = call
      const rule = await requireRule(call as never, params.id)
      const values = await valuesOf(call as never, body)
      await changeSchedule(db, rule.id, values, session)
      audit({ ...auditOf(rule), before: auditedValues(valuesIn(rule)), after: auditedValues(values) })
      return { data: { next_run_at: await nextRun(db, rule.id) } }
    }),
    route(deleteBackupRule, async (call) => {
      const rule = await requireRule(call as never, call.params.id)
      await removeSchedule(call.db, rule.id)
      call.audit({ ...auditOf(rule), before: auditedValues(valuesIn(rule)) })
      return { data: {} }
    }),
  ]
}

function runRoute({ bus, actions }: BackupDeps): Route {
  return route(runBackupRule, async (call) => {
    const { db, scope, session, params, after } = call
    const schedule = await requireRule(call as never, params.id)
    const due = new Date()
    const starter = { ...session, company_id: schedule.company_id, l1_id: schedule.l1_id, l2_id: schedule.l2_id }
    const started = await startRun(db, actions(), { schedule, kind: backupSchedule, due, scope, starter })
    if (typeof started === 'string') throw new Problem('CONFLICT', { message: started })
    const { id, channel, devices, errors } = started
    const title = text('actions.title_download_backup')
    const rows = devices.map((device) => ({ ...device, device_id: device.id }))
    auditDevices(call as never, { id, title }, rows, { rule: schedule.name })
    after(() => bus.publish(actionsQueued, { deviceIds: devices.map((device) => device.id) }))
    return { data: { id, devices: devices.length }, meta: { channel, action_id: id }, errors }
  })
}

function readRoutes(): Route[] {
  return [
    route(listBackups, async ({ db, scope, query }) => {
      const { page, total } = await backupList.page(db, scope, query)
      return { data: page.map(presentBackup), meta: { total } }
    }),
    route(listBackupRules, async ({ db, scope, query }) => {
      const { page, total } = await backupRuleList.page(db, scope, query)
      return { data: page.map(presentRule), meta: { total } }
    }),
    route(getBackupRule, async ({ db, scope, params }) => {
      const rule = await backupRuleList.find(db, scope, params.id)
      if (!rule) throw notFound()
      return { data: presentRule(rule) }
    }),
    route(listBackupLog, async ({ db, scope, query }) => {
      const { page, ...meta } = await backupLogList.page(db, scope, query)
      return { data: page.map(presentLog), meta }
    }),
    route(listBackupRuns, async ({ db, scope, params }) => {
      const rule = await backupRuleList.find(db, scope, params.id)
      if (!rule) throw notFound()
      return { data: await findRuns(db, scope, rule.id) }
    }),
  ]
}

const restoreRoutes = (deps: ApplyDeps): Route[] => [
  route(previewRestore, async (call) => {
    const backup = await requireBackup(call, call.params.id)
    return { data: presentRestore(await planBackup(deps, call as never, backup, call.body)) }
  }),
  route(restoreBackup, async (call) => {
    const backup = await requireBackup(call, call.params.id)
    const { seconds, expires_in, ...request } = call.body
    const planned = await planBackup(deps, call as never, backup, request)
    return applyPlanned(deps, call as never, planned, { reason: 'restore', seconds, expires_in, backup })
  }),
]

export const backupRoutes = (deps: BackupDeps): Route[] => [
  ...changeRoutes(),
  runRoute(deps),
  ...restoreRoutes(deps.apply),
  ...readRoutes(),
]
