import * as z from 'zod/mini'
import { deviceSelection } from '../devices/filters.ts'
import { empty, endpoint } from '../endpoint.ts'
import { companyContext, searchIn } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { intText, listMeta, listQuery, pageLimits } from '../page.ts'
import { rangeUpTo } from '../range.ts'
import { templateLimits, templateTypes } from './template-constants.ts'
import {
  assignedSchema,
  customDataSchema,
  dataSchema,
  fieldsSchema,
  monitoringTemplateChange,
  monitoringTemplateSchema,
  newMonitoringTemplate,
  period,
  templateLogSchema,
  testedSchema,
} from './template-schemas.ts'

const view = 'view_monitoring'
const update = 'update_monitoring'
const oneTemplate = z.object({ id: idText('monitoring_template') })
const deviceIds = () => z.array(id('device')).check(z.minLength(1), z.maxLength(templateLimits.devices))

/** Devices, named or selected by the filter of a list. */
const devices = { device_id: z.optional(deviceIds()), filter: z.optional(z.strictObject(deviceSelection)) }
const oneSelection = z.refine<{ device_id?: unknown; filter?: unknown }>(
  (body) => (body.device_id === undefined) !== (body.filter === undefined),
  { error: text('monitoring.one_of_selections') },
)

export const listMonitoringTemplates = endpoint({
  name: 'monitoring.templates',
  method: 'GET',
  path: '/data-collect/configs',
  summary: 'List monitoring templates: those of companies in reach, and those of the system',
  permission: view,
  query: listQuery(['name', 'created_at', 'period'], {
    id: z.optional(idListText('monitoring_template')),
    ...searchIn(['name']),
    type: z.optional(z.enum(templateTypes)),
    company_id: z.optional(idText('company')),
    ...companyContext,
  }),
  response: z.array(z.partial(monitoringTemplateSchema)),
  meta: listMeta,
})

export const getMonitoringTemplate = endpoint({
  name: 'monitoring.template',
  method: 'GET',
  path: '/data-collect/configs/{id}',
  summary: 'Get a monitoring template',
  permission: view,
  params: oneTemplate,
  response: monitoringTemplateSchema,
})

export const createMonitoringTemplate = endpoint({
  name: 'monitoring.create_template',
  method: 'POST',
  path: '/data-collect/configs',
  summary: 'Create a monitoring template; expressions need the permission to run commands, too',
  permission: update,
  body: newMonitoringTemplate,
  response: z.object({ id: id('monitoring_template') }),
  status: 201,
})

export const updateMonitoringTemplate = endpoint({
  name: 'monitoring.update_template',
  method: 'PUT',
  path: '/data-collect/configs/{id}',
  summary: 'Change a monitoring template; devices that have it measure the new one with their next contact',
  permission: update,
  params: oneTemplate,
  body: monitoringTemplateChange,
  response: empty,
})

export const deleteMonitoringTemplate = endpoint({
  name: 'monitoring.delete_template',
  method: 'DELETE',
  path: '/data-collect/configs/{id}',
  summary: 'Delete a monitoring template; its devices no longer measure it',
  permission: update,
  params: oneTemplate,
  response: empty,
})

export const listAssignedTemplates = endpoint({
  name: 'monitoring.assigned',
  method: 'GET',
  path: '/data-collect/configs/assigned',
  summary: 'List what is measured on a device, or the devices with a template; names one of the two',
  permission: view,
  query: z
    .object({
      device_id: z.optional(idText('device')),
      config_id: z.optional(idText('monitoring_template')),
    })
    .check(
      z.refine(({ device_id, config_id }) => device_id !== undefined || config_id !== undefined, {
        error: text('monitoring.device_or_template'),
        path: ['device_id'],
      }),
    ),
  response: z.array(assignedSchema),
})

const assigned = z.object({ devices: z.int() })

export const assignMonitoringTemplates = endpoint({
  name: 'monitoring.assign_templates',
  method: 'PUT',
  path: '/data-collect/configs/assign',
  summary: 'Assign templates to devices, each with its period; also sets the period of system templates',
  permission: update,
  body: z.object({
    configs: z
      .array(
        z.object({
          id: idText('monitoring_template'),
          device_id: deviceIds(),
          period: period(),
          enabled: z.boolean(),
        }),
      )
      .check(z.minLength(1), z.maxLength(templateLimits.assigned)),
  }),
  response: assigned,
})

export const assignMonitoringTemplate = endpoint({
  name: 'monitoring.assign_template',
  method: 'PUT',
  path: '/data-collect/configs/{id}/assign',
  summary: 'Assign a template to devices, named or by the filter of a list; also sets the period of a system template',
  permission: update,
  params: oneTemplate,
  body: z
    .object({ ...devices, period: z.optional(period()), enabled: z._default(z.boolean(), true) })
    .check(oneSelection),
  response: assigned,
})

export const unassignMonitoringTemplate = endpoint({
  name: 'monitoring.unassign_template',
  method: 'PUT',
  path: '/data-collect/configs/{id}/unassign',
  summary: 'Take a template from devices, named or by the filter of a list',
  permission: update,
  params: oneTemplate,
  body: z.object(devices).check(oneSelection),
  response: assigned,
})

export const testMonitoringTemplate = endpoint({
  name: 'monitoring.test_template',
  method: 'POST',
  path: '/data-collect/configs/test',
  summary: 'Measure what a template would, once, on a device that is online; nothing is stored',
  permission: update,
  body: z.strictObject({ device_id: id('device'), data: dataSchema }),
  response: testedSchema,
})

export const listTemplateLogs = endpoint({
  name: 'monitoring.template_logs',
  method: 'GET',
  path: '/data-collect/configs/logs',
  summary: 'List what devices could not measure for templates, newest first; one line an hour, with a count',
  permission: view,
  query: z.object({
    device_id: z.optional(idText('device')),
    config_id: z.optional(idText('monitoring_template')),
    limit: z._default(intText(0, pageLimits.max), pageLimits.default),
    offset: z._default(intText(0, 100_000), 0),
  }),
  response: z.array(templateLogSchema),
  meta: z.object({ total: z.int() }),
})

export const getCustomData = endpoint({
  name: 'monitoring.custom_data',
  method: 'GET',
  path: '/devices/{id}/custom-data',
  summary: 'Get what a device has measured for templates in a time range',
  permission: 'view_devices',
  params: z.object({ id: idText('device') }),
  query: rangeUpTo(366, { config_id: z.optional(idText('monitoring_template')) }),
  response: z.array(customDataSchema),
  meta: z.object({ total: z.int() }),
})

/** `<template>:<path>:<name>`; the path may contain colons. */
export const fieldPattern = /^([1-9]\d{0,14}):(\/.{0,254}):([A-Za-z0-9_-]{1,64})$/
const field = z.object({
  field: z.string().check(z.regex(fieldPattern, text('monitoring.field'))),
})

export const getParameterGraph = endpoint({
  name: 'monitoring.parameter_graph',
  method: 'GET',
  path: '/data-collect/data/graph',
  summary: 'Count the devices in reach by their last value of a parameter of a template',
  permission: view,
  query: field,
  response: z.record(z.string(), z.record(z.string(), z.int())),
})

export const getParameterValues = endpoint({
  name: 'monitoring.parameter_values',
  method: 'GET',
  path: '/data-collect/data/values',
  summary: 'List the different last values of a parameter of a template on devices in reach',
  permission: view,
  query: field,
  response: z.record(z.string(), z.array(z.string())),
})

export const getTemplateFields = endpoint({
  name: 'monitoring.parameter_fields',
  method: 'GET',
  path: '/devices/data/fields',
  summary: 'List templates in reach with their parameters',
  permission: view,
  response: z.array(fieldsSchema),
})
