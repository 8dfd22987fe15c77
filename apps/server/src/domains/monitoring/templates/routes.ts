import type { BodyOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { customName } from '@longreach/contract/link/template-lines'
import { findSystemTemplate } from '@longreach/contract/monitoring/system-templates'
import { templateLimits } from '@longreach/contract/monitoring/template-constants'
import {
  assignMonitoringTemplate,
  assignMonitoringTemplates,
  createMonitoringTemplate,
  deleteMonitoringTemplate,
  fieldPattern,
  getCustomData,
  getMonitoringTemplate,
  getParameterGraph,
  getParameterValues,
  getTemplateFields,
  listAssignedTemplates,
  listMonitoringTemplates,
  listTemplateLogs,
  unassignMonitoringTemplate,
  updateMonitoringTemplate,
} from '@longreach/contract/monitoring/template-endpoints'
import type { Entry } from '@longreach/contract/monitoring/template-schemas'
import { rangeOf } from '@longreach/contract/range'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import { systemScope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import { findPlacement } from '../../companies/store.ts'
import { devicesInScope, requireDevice } from '../../devices/details.ts'
import { changeSettings } from '../../devices/link-settings.ts'
import { selectionOfFilter } from '../../devices/selection.ts'
import { holdDevices, type TaggedDevice } from '../../devices/tagging/tagging.ts'
import {
  assignedToDevice,
  assignTemplate,
  devicesWithTemplate,
  lockAssigned,
  requireFreeParameters,
  setSystemPeriod,
  unassignTemplate,
} from './assignments.ts'
import { checkNames, requireCommands, runsCommands } from './data.ts'
import { findTemplateLogs } from './logs.ts'
import {
  countTemplates,
  findFields,
  lockTemplate,
  monitoringTemplateList,
  named,
  presentTemplate,
  type StoredTemplate,
  saveData,
} from './templates.ts'
import { countValues, findField, mostValues, readCustomData } from './values.ts'

function checkData(session: Call['session'], data: readonly Entry[]): void {
  checkNames(data)
  requireCommands(session, runsCommands(data))
}

const auditOf = ({
  name,
  description,
  version,
  enabled,
  period,
  retention,
  fields_count,
}: Pick<StoredTemplate, 'name' | 'description' | 'version' | 'enabled' | 'period' | 'retention' | 'fields_count'>) => ({
  name,
  description,
  version,
  enabled,
  period,
  retention,
  parameters: fields_count,
})

const target = 'monitoring_template'

/** A company's own template in reach. System templates cannot be changed, except for their period on a device. */
async function requireOwn({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<StoredTemplate> {
  const template = await lockTemplate(db, scope, id)
  if (!template) throw notFound()
  if (template.type === 'system') throw new Problem('CONFLICT', { message: text('monitoring.system_fixed') })
  return template
}

type ChangeCall = Pick<Call, 'db' | 'scope' | 'session' | 'audit' | 'after'>

/** The devices of a call, locked; throws if a named device is out of reach. */
async function devicesOf(
  call: ChangeCall,
  { device_id, filter }: { device_id?: number[] | undefined; filter?: Record<string, unknown> | undefined },
): Promise<TaggedDevice[]> {
  const selection = filter && (await selectionOfFilter(call, filter))
  const ids = [...new Set(device_id)]
  const devices = await holdDevices(call.db, call.scope, selection ?? { id: ids })
  if (!selection && devices.length < ids.length) throw notFound('device_id')
  if (devices.length === 0)
    throw new Problem('VALIDATION_FAILED', { source: 'filter', message: text('system.nothing_matches') })
  return devices
}

const auditedDevices = 50

/** Writes one audit line for each company. */
function record(call: ChangeCall, template: StoredTemplate, devices: readonly TaggedDevice[], more: object): void {
  for (const rows of Map.groupBy(devices, ({ company_id }) => company_id).values()) {
    const [first] = rows as [TaggedDevice]
    const ids = rows.map(({ id }) => id)
    const one = ids.length === 1
    call.audit({
      target: 'device',
      ...(one ? { targetId: first.id, name: first.name } : {}),
      company: first,
      mentions: {
        template: { kind: target, id: template.id, name: template.name },
        ...(one ? { devices: { kind: 'device', id: first.id, name: first.name } } : {}),
      },
      after: {
        template: template.id,
        ...more,
        ...(ids.length > auditedDevices ? { count: ids.length } : { devices: ids }),
      },
    })
  }
}

interface Asked {
  id: number
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
  period?: number | undefined
  enabled: boolean
}

async function assign(call: ChangeCall, { id, period: given, enabled, ...which }: Asked): Promise<number[]> {
  const template = await lockTemplate(call.db, call.scope, id, 'key share')
  if (!template) throw notFound()
  requireCommands(call.session, template.runs_commands)
  const devices = await devicesOf(call, which)
  const values = { period: given ?? template.period, enabled }
  const system = findSystemTemplate(id)
  if (system) await setSystemPeriod(call.db, system, devices, values)
  else await assignTemplate(call.db, template, devices, values)
  record(call, template, devices, values)
  return devices.map((device) => device.id)
}

/** The parameter of a query's field; throws if it is out of reach. */
async function requireField({ db, scope }: Pick<Call, 'db' | 'scope'>, field: string) {
  const [, template = '', url = '', name = ''] = fieldPattern.exec(field) ?? []
  const found = await findField(db, scope, { template: Number(template), url, name })
  if (!found) throw notFound('field')
  return { template: Number(template), parameter: found }
}

function changeRoutes(bus: Pick<Bus, 'publish'>): Route[] {
  /** Devices receive their plan together with their settings. */
  const renew = (call: Pick<Call, 'db' | 'after'>, ids: readonly number[]) =>
    changeSettings(call, bus, [...new Set(ids)])
  return [
    route(createMonitoringTemplate, async (call) => {
      const { db, scope, session, body, audit } = call
      const company = await findPlacement(db, scope, body.company_id)
      if (!company) throw notFound('company_id')
      checkData(session, body.data)
      if ((await countTemplates(db, company)) >= templateLimits.templates)
        throw new Problem('CONFLICT', {
          source: 'company_id',
          message: text('monitoring.too_many_templates', { count: templateLimits.templates }),
        })
      const { data, company_id, ...fields } = body
      const { id } = await named(
        db
          .insertInto('monitoring_templates')
          .values({ ...definedOf(fields), company_id, user_id: session.userId } as never)
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await saveData(db, id, data)
      const stored = (await lockTemplate(db, scope, id)) as StoredTemplate
      audit({ target, targetId: id, company, after: auditOf(stored) })
      return { data: { id } }
    }),
    route(updateMonitoringTemplate, async (call) => {
      const { db, scope, session, params, body, audit } = call
      const before = await requireOwn(call, params.id)
      const { data, ...fields } = body
      if (data) checkData(session, data)
      const devices = await lockAssigned(db, before.id)
      if (Object.keys(definedOf(fields)).length > 0)
        await named(
          db
            .updateTable('monitoring_templates as t')
            .set({ ...definedOf(fields), updated_at: sql`now()` } as never)
            .where('t.id', '=', before.id)
            .where(systemScope('row resolved in scope before'))
            .execute(),
        )
      if (data) await saveData(db, before.id, data)
      await requireFreeParameters(db, devices)
      const after = (await lockTemplate(db, scope, before.id)) as StoredTemplate
      audit({ target, targetId: before.id, company: before, before: auditOf(before), after: auditOf(after) })
      await renew(call, devices)
      return { data: {} }
    }),
    route(deleteMonitoringTemplate, async (call) => {
      const template = await requireOwn(call, call.params.id)
      const devices = await lockAssigned(call.db, template.id)
      await sql`
        DELETE FROM monitoring_templates t
        WHERE t.id = ${template.id} AND ${systemScope('row resolved in scope before')}`.execute(call.db)
      call.audit({ target, targetId: template.id, company: template, before: auditOf(template) })
      await renew(call, devices)
      return { data: {} }
    }),
    route(assignMonitoringTemplates, async (call) => {
      const { configs } = call.body as BodyOf<typeof assignMonitoringTemplates>
      const changed = new Set<number>()
      for (const asked of [...configs].sort((one, other) => one.id - other.id))
        for (const id of await assign(call, asked)) changed.add(id)
      await renew(call, [...changed])
      return { data: { devices: changed.size } }
    }),
    route(assignMonitoringTemplate, async (call) => {
      const ids = await assign(call, { ...call.body, id: call.params.id })
      await renew(call, ids)
      return { data: { devices: ids.length } }
    }),
    route(unassignMonitoringTemplate, async (call) => {
      const template = await lockTemplate(call.db, call.scope, call.params.id, 'key share')
      if (!template) throw notFound()
      if (template.type === 'system') throw new Problem('CONFLICT', { message: text('monitoring.system_period') })
      const devices = await devicesOf(call, call.body)
      const had = new Set(await unassignTemplate(call.db, template.id, devices))
      const changed = devices.filter(({ id }) => had.has(id))
      if (changed.length > 0) record(call, template, changed, {})
      await renew(call, [...had])
      return { data: { devices: had.size } }
    }),
  ]
}

const definedOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export function templateRoutes(bus: Pick<Bus, 'publish'>, now: () => Date): Route[] {
  return [
    route(listMonitoringTemplates, async ({ db, scope, query }) => {
      const { page, ...meta } = await monitoringTemplateList.page(db, scope, query)
      return { data: page.map(presentTemplate), meta }
    }),
    route(getMonitoringTemplate, async ({ db, scope, params }) => {
      const row = await monitoringTemplateList.find(db, scope, params.id)
      if (!row) throw notFound()
      return { data: presentTemplate(row) }
    }),
    ...changeRoutes(bus),
    route(listAssignedTemplates, async ({ db, scope, query: { device_id, config_id } }) => {
      if (device_id === undefined) return { data: await devicesWithTemplate(db, scope, config_id as number) }
      if ((await devicesInScope(db, scope, [device_id])).length === 0) return { data: [] }
      const rows = await assignedToDevice(db, scope, device_id)
      return { data: config_id === undefined ? rows : rows.filter((row) => row.config_id === config_id) }
    }),
    route(listTemplateLogs, async ({ db, scope, query }) => {
      const { data, total } = await findTemplateLogs(db, scope, query)
      return { data, meta: { total } }
    }),
    route(getCustomData, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const { from, to } = rangeOf(query, now())
      const data = await readCustomData(db, { deviceId: params.id, from, to }, query.config_id)
      return { data, meta: { total: data.length } }
    }),
    route(getParameterGraph, async (call) => {
      const { db, scope, query } = call
      const { template, parameter } = await requireField(call, query.field)
      const counts = await countValues(db, scope, template, parameter, mostValues.graph)
      return { data: { [parameter.name]: Object.fromEntries(counts.map(({ value, count }) => [value, count])) } }
    }),
    route(getParameterValues, async (call) => {
      const { db, scope, query } = call
      const { template, parameter } = await requireField(call, query.field)
      const counts = await countValues(db, scope, template, parameter, mostValues.listed)
      return { data: { [parameter.name]: counts.map(({ value }) => value).sort() } }
    }),
    route(getTemplateFields, async ({ db, scope }) => ({
      data: (await findFields(db, scope)).map(({ id, name, data }) => ({
        id,
        name,
        fields: data.flatMap(({ url, variables }) =>
          variables.map((variable) => ({
            id: variable.id,
            url,
            description: variable.description ?? null,
            type: variable.type,
            parameter: customName(variable.parameter_id),
          })),
        ),
      })),
    })),
  ]
}
