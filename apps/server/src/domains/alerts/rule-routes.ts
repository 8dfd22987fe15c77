import { alertLimits } from '@longreach/contract/alerts/constants'
import {
  createAlertRules,
  deleteAlertRule,
  deleteAlertRules,
  deleteDeviceAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from '@longreach/contract/alerts/endpoints'
import { alertEvent, areaFields, dataLimitEvent } from '@longreach/contract/alerts/events'
import { defaultMessage, defaultSubject } from '@longreach/contract/alerts/placeholders'
import { type NewAlertRule, ruleProblems } from '@longreach/contract/alerts/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import { usesAutomations } from '../devices/capabilities.ts'
import { lockDevices, lockOne } from '../devices/store.ts'
import type { SimLimitsSet } from '../monitoring/hooks.ts'
import { requireNamedOfRules } from './filters.ts'
import { audited, requireAreaChange, requireAreas, withArea } from './rule-area.ts'
import { isShared, ownColumns, type SharedLimit, shareLimits } from './rule-limits.ts'
import { findRule, findRuleIds, findRules, presentRule } from './rule-list.ts'
import {
  changeRule,
  countRules,
  insertRule,
  type LockedRule,
  lockRules,
  type RuleValues,
  removeRules,
  restartRules,
} from './rule-store.ts'
import { rulesRemoved } from './rule-undo.ts'
import { alertRulesChanged } from './topics.ts'

interface Deps {
  bus: Pick<Bus, 'publish'>
  limitsSet: readonly SimLimitsSet[]
}

const onDevice = (id: number, name: string) => ({ device: { kind: 'device', id, name } })

/** Values of a new rule; fields that its event does not need are dropped. */
function valuesOf(rule: NewAlertRule): RuleValues {
  const { redundancy_interval: interval } = rule
  return {
    enabled: true,
    action: rule.action,
    email: rule.email ?? null,
    subject: rule.subject || defaultSubject,
    message: rule.message || defaultMessage,
    redundancy_enabled: interval !== undefined,
    redundancy_interval: interval ?? null,
    data_limit: rule.data_limit ?? null,
    sim: rule.sim ?? null,
    period: rule.period ?? null,
    starts: rule.starts ?? null,
    latitude: rule.latitude ?? null,
    longitude: rule.longitude ?? null,
    radius: rule.radius ?? null,
  }
}

/** Calls that change rules publish the devices concerned after the commit: nodes watch devices with rules. */
const follow = (
  { bus }: Pick<Deps, 'bus'>,
  { after }: Pick<Call, 'after'>,
  rules: readonly { device_id: number }[],
) => {
  const deviceIds = [...new Set(rules.map(({ device_id }) => device_id))]
  after(() => bus.publish(alertRulesChanged, { deviceIds }))
}

function createRoute(deps: Deps): Route {
  return route(createAlertRules, async (call) => {
    const { db, scope, session, body, audit } = call
    requireAreas(session, body.data)
    const ids = [...new Set(body.data.map(({ device_id }) => device_id))]
    const devices = new Map((await lockDevices(db, scope, ids)).map((device) => [device.id, device]))
    const counts = await countRules(db, ids)
    const errors: ErrorItem[] = []
    const added: { id: number; device_id: number }[] = []
    const shared: SharedLimit[] = []
    const refuse = (id: number, code: 'NOT_FOUND' | 'CONFLICT', message: string) =>
      void errors.push({ code, message, source: String(id) })
    for (const [index, rule] of body.data.entries()) {
      const { device_id } = rule
      const device = devices.get(device_id)
      const count = counts.get(device_id) ?? 0
      if (!device) refuse(device_id, 'NOT_FOUND', text('system.not_found'))
      else if (usesAutomations(device)) refuse(device_id, 'CONFLICT', text('alerts.use_automations'))
      else if (count >= alertLimits.rules)
        refuse(device_id, 'CONFLICT', text('alerts.too_many', { count: alertLimits.rules }))
      else {
        const event = rule.alert_subtype_id
        const values = valuesOf(rule)
        const id = await insertRule(db, device, {
          ...values,
          ...ownColumns(values),
          device_id,
          event,
          type: rule.alert_type_id,
          zone: rule.zone,
          email_company_id: session.companyId,
          user_id: session.userId,
          username: session.username,
        })
        counts.set(device_id, count + 1)
        added.push({ id, device_id })
        if (isShared({ event, ...values }))
          shared.push({ ...values, device, zone: rule.zone, source: `data.${index}.data_limit` })
        audit({
          target: 'alert_rule',
          targetId: id,
          name: alertEvent(event).title,
          company: device,
          mentions: onDevice(device_id, device.name),
          after: audited(values),
        })
      }
    }
    if (added.length === 0) {
      const missing = errors.every(({ code }) => code === 'NOT_FOUND')
      throw new Problem(missing ? 'NOT_FOUND' : 'CONFLICT', { errors })
    }
    await shareLimits(call, shared, deps.limitsSet)
    await restartRules(
      db,
      added.map(({ id }) => id),
    )
    follow(deps, call, added)
    return { data: added, errors }
  })
}

type Change = Call<typeof updateAlertRule>['body']

const fields = [
  'action',
  'email',
  'subject',
  'message',
  'redundancy_interval',
  'data_limit',
  'sim',
  'period',
  'starts',
  ...areaFields,
] as const

const stored = (rule: LockedRule): RuleValues => ({
  enabled: rule.enabled,
  redundancy_enabled: rule.redundancy_enabled,
  ...(Object.fromEntries(fields.map((field) => [field, rule[field]])) as Pick<RuleValues, (typeof fields)[number]>),
})

/** Columns of a change. An interval turns on the minimum time between alerts, unless the call says otherwise. */
function changeOf(body: Change): Partial<RuleValues> {
  const { enable, redundancy_enable = body.redundancy_interval === undefined ? undefined : true } = body
  return {
    ...Object.fromEntries(fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]))),
    ...(enable === undefined ? {} : { enabled: enable }),
    ...(redundancy_enable === undefined ? {} : { redundancy_enabled: redundancy_enable }),
  }
}

/**
 * True if the change only disables the rule, which is always possible, even without e.g. the address of a company that
 * its device has left.
 */
const turnsOff = (body: Change) => body.enable === false && Object.keys(body).length === 1

/** Settings of a rule's event: if they change, earlier observations no longer apply. */
const ofEvent = ['data_limit', 'sim', 'period', 'starts', ...areaFields] as const

function changeRoute(deps: Deps): Route {
  return route(updateAlertRule, async (call) => {
    const { db, scope, session, params, body, audit } = call
    requireAreaChange(session, body)
    // The limit of a SIM is changed with its device locked, which is locked before its rules.
    const found = await findRule(db, scope, params.id)
    const device = found?.event === dataLimitEvent ? await lockOne(call, found.device_id) : null
    const [rule] = await lockRules(db, scope, [params.id])
    if (!rule) throw notFound()
    const before = stored(rule)
    const change = changeOf(body)
    const after = { ...before, ...change }
    const problems = turnsOff(body) ? [] : ruleProblems({ ...after, alert_subtype_id: rule.event } as never)
    if (after.redundancy_enabled && after.redundancy_interval === null)
      problems.push({ field: 'redundancy_interval', message: text('forms.required') })
    if (problems.length > 0)
      throw new Problem('VALIDATION_FAILED', {
        errors: problems.map(({ field, message }) => ({ code: 'VALIDATION_FAILED', message, source: field })),
      })
    if (device && isShared({ ...after, event: rule.event }))
      await shareLimits(call, [{ ...after, device, source: 'data_limit' }], deps.limitsSet)
    await changeRule(db, rule.id, {
      ...change,
      ...(rule.event === dataLimitEvent ? ownColumns(after) : {}),
      ...(change.email === undefined ? {} : { email_company_id: session.companyId }),
    })
    if (after.enabled && (!before.enabled || ofEvent.some((field) => before[field] !== after[field])))
      await restartRules(db, [rule.id])
    audit({
      target: 'alert_rule',
      targetId: rule.id,
      name: alertEvent(rule.event).title,
      company: rule,
      mentions: onDevice(rule.device_id, rule.device_name),
      before: audited(before),
      after: audited(change),
    })
    follow(deps, call, [rule])
    return { data: {} }
  })
}

async function remove(deps: Deps, call: Call, rules: readonly LockedRule[]): Promise<void> {
  const ids = rules.map(({ id }) => id)
  call.undoable(...(await rulesRemoved(call.db, ids)))
  await removeRules(call.db, ids)
  for (const rule of rules)
    call.audit({
      target: 'alert_rule',
      targetId: rule.id,
      name: alertEvent(rule.event).title,
      company: rule,
      mentions: onDevice(rule.device_id, rule.device_name),
      before: audited(stored(rule)),
    })
  follow(deps, call, rules)
}

export const ruleRoutes = (deps: Deps): Route[] => [
  route(listAlertRules, async ({ db, scope, session, query }) => {
    const { page, total } = await findRules(db, scope, query)
    return { data: page.map((row) => withArea(session, presentRule(row))), meta: { total } }
  }),
  route(getAlertRule, async ({ db, scope, session, params }) => {
    const rule = await findRule(db, scope, params.id)
    if (!rule) throw notFound()
    return { data: withArea(session, presentRule(rule)) }
  }),
  createRoute(deps),
  changeRoute(deps),
  route(deleteAlertRule, async (call) => {
    const rules = await lockRules(call.db, call.scope, [call.params.id])
    if (rules.length === 0) throw notFound()
    await remove(deps, call as never, rules)
    return { data: {} }
  }),
  route(deleteDeviceAlertRule, async (call) => {
    const { device_id, alert_id } = call.params
    const rules = (await lockRules(call.db, call.scope, [alert_id])).filter((rule) => rule.device_id === device_id)
    if (rules.length === 0) throw notFound()
    await remove(deps, call as never, rules)
    return { data: {} }
  }),
  route(deleteAlertRules, async (call) => {
    const { db, scope, body } = call
    const { id, filter = {} } = body
    const selected = await selectedIds(id, async (most) => {
      await requireNamedOfRules(db, scope, filter)
      return findRuleIds(db, scope, filter, most)
    })
    const rules = await lockRules(db, scope, selected)
    const errors = missingRows(id, rules)
    if (rules.length === 0) throw new Problem('NOT_FOUND', { errors })
    await remove(deps, call as never, rules)
    return { data: rules.map((rule) => ({ id: rule.id })), errors }
  }),
]
