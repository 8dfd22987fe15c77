import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, createdBetween, searchIn, withNot, wordListText } from '../filter.ts'
import { id, idListText, idText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { alertLimits, alertRuleSorts, alertSorts } from './constants.ts'
import { alertEventIds, alertTypes } from './events.ts'
import { alertRuleChangeSchema, alertRuleSchema, alertSchema, newAlertRuleSchema } from './schemas.ts'

const oneAlert = z.object({ id: idText('alert') })
const oneRule = z.object({ id: idText('alert_rule') })

const common = withNot({
  company_id: z.optional(idText('company')),
  device_id: z.optional(idListText('device')),
  /** Ids of types. */
  type: z.optional(wordListText(Object.keys(alertTypes))),
  subtype: z.optional(wordListText(alertEventIds.map(String))),
})

const alertFilters = {
  ...common,
  alerts_configs_id: z.optional(idText('alert_rule')),
  ...createdBetween,
  ...companyContext,
}

const ruleFilters = {
  ...common,
  user_id: z.optional(idText('user')),
  enable: z.optional(flagText()),
  ...companyContext,
}

export const listAlerts = endpoint({
  name: 'alerts.list',
  method: 'GET',
  path: '/alerts',
  summary: 'List fired alerts, newest first',
  permission: 'view_device_alerts',
  query: listQuery(alertSorts, {
    id: z.optional(idListText('alert')),
    ...searchIn(['message', 'device_name']),
    ...alertFilters,
  }),
  response: z.array(z.partial(alertSchema)),
  meta: listMeta,
})

export const exportAlerts = exportOf(listAlerts, {
  name: 'alerts.export',
  summary: 'Download the fired alerts of a list as CSV',
  file: 'alerts',
  columns: [
    'id',
    'created_at',
    'device_id',
    'device_name',
    'company_name',
    'alert_type',
    'alert_subtype',
    'event',
    'message',
  ],
})

export const getAlert = endpoint({
  name: 'alerts.get',
  method: 'GET',
  path: '/alerts/{id}',
  summary: 'Get one fired alert',
  permission: 'view_device_alerts',
  params: oneAlert,
  response: alertSchema,
})

export const deleteAlert = endpoint({
  name: 'alerts.delete',
  method: 'DELETE',
  path: '/alerts/{id}',
  summary: 'Delete a fired alert',
  permission: 'delete_device_alerts',
  params: oneAlert,
  response: empty,
})

export const deleteAlerts = endpoint({
  name: 'alerts.delete_many',
  method: 'DELETE',
  path: '/alerts',
  summary: 'Delete fired alerts, named or by the filter of a list',
  permission: 'delete_device_alerts',
  body: chosen('id', 'alert', alertFilters),
  response: z.array(z.object({ id: id('alert') })),
})

export const listAlertRules = endpoint({
  name: 'alerts.list_rules',
  method: 'GET',
  path: '/alerts-configurations',
  summary: 'List alert configurations',
  permission: 'view_device_alert_configurations',
  query: listQuery(alertRuleSorts, {
    id: z.optional(idListText('alert_rule')),
    ...searchIn(['message', 'device_name', 'receiver']),
    ...ruleFilters,
  }),
  response: z.array(z.partial(alertRuleSchema)),
  meta: listMeta,
})

export const getAlertRule = endpoint({
  name: 'alerts.get_rule',
  method: 'GET',
  path: '/alerts-configurations/{id}',
  summary: 'Get one alert configuration',
  permission: 'view_device_alert_configurations',
  params: oneRule,
  response: alertRuleSchema,
})

export const createAlertRules = endpoint({
  name: 'alerts.create_rules',
  method: 'POST',
  path: '/devices/alerts-configurations',
  summary:
    'Add alert configurations to devices. Devices that take none are in the errors by their ids; mails are retried by the server whatever delivery_retry says',
  permission: 'create_device_alert_configurations',
  status: 201,
  body: z.object({ data: z.array(newAlertRuleSchema).check(z.minLength(1), z.maxLength(alertLimits.devices)) }),
  response: z.array(z.object({ id: id('alert_rule'), device_id: id('device') })),
})

export const updateAlertRule = endpoint({
  name: 'alerts.update_rule',
  method: 'PUT',
  path: '/alerts-configurations/{id}',
  summary: 'Change an alert configuration; its device and its event stay',
  permission: 'update_device_alert_configurations',
  params: oneRule,
  body: alertRuleChangeSchema,
  response: empty,
})

export const deleteAlertRule = endpoint({
  name: 'alerts.delete_rule',
  method: 'DELETE',
  path: '/alerts-configurations/{id}',
  summary: 'Delete an alert configuration; alerts it has raised stay',
  permission: 'delete_device_alert_configurations',
  undoable: true,
  params: oneRule,
  response: empty,
})

export const deleteAlertRules = endpoint({
  name: 'alerts.delete_rules',
  method: 'DELETE',
  path: '/alerts-configurations',
  summary: 'Delete alert configurations, named or by the filter of a list; alerts they have raised stay',
  permission: 'delete_device_alert_configurations',
  undoable: true,
  body: chosen('id', 'alert_rule', ruleFilters),
  response: z.array(z.object({ id: id('alert_rule') })),
})

export const deleteDeviceAlertRule = endpoint({
  name: 'alerts.delete_device_rule',
  method: 'DELETE',
  path: '/devices/{device_id}/alerts-configurations/{alert_id}',
  summary: 'Delete an alert configuration of a device; alerts it has raised stay',
  permission: 'delete_device_alert_configurations',
  undoable: true,
  params: z.object({ device_id: idText('device'), alert_id: idText('alert_rule') }),
  response: empty,
})
