import * as z from 'zod/mini'
import { actionDevices, actionStarted } from '../actions/parts.ts'
import { empty, endpoint } from '../endpoint.ts'
import { companyContext, searchIn, wordListText } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { configCalls } from './calls.ts'
import { configLimits, driftStates, templateKinds, versionReasons } from './constants.ts'
import {
  configTemplateChange,
  deviceConfigSchema,
  differenceSchema,
  newTemplateSchema,
  planSchema,
  templateDetailsSchema,
  templateSchema,
  versionSchema,
} from './schemas.ts'

const { waits, seconds } = configLimits
const view = 'view_multi_configuration'
const apply = 'apply_multi_configuration'
const oneVersion = z.object({ id: idText('config_version') })
const oneTemplate = z.object({ id: idText('config_template') })

const { device_id, filter } = actionDevices
export const configDevices = { device_id, filter }
export const oneSelection = z.refine<{ device_id?: unknown; filter?: unknown }>(
  (body) => (body.device_id === undefined) !== (body.filter === undefined),
  { error: text('actions.one_of_selections') },
)

const change = {
  ...configDevices,
  calls: configCalls,
  /**
   * Values of variables, as CSV: a column `serial`, and one for each variable. A variable that is neither a column nor
   * a field of the device is an error of that device.
   */
  csv: z.optional(z.string().check(z.maxLength(configLimits.csv))),
  /** Also sends it to devices on a metered connection. */
  metered: z._default(z.boolean(), false),
}

export const configTiming = {
  /** Seconds after which a device takes the change back, unless it has connected with it. */
  seconds: z.optional(z.int().check(z.minimum(seconds.min), z.maximum(seconds.max))),
  /** Seconds it waits for devices that are offline. */
  expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
}

export const previewConfiguration = endpoint({
  name: 'configs.preview',
  method: 'POST',
  path: '/devices/configurator/preview',
  summary: 'What a change would do: how many devices, which are skipped and why, and the difference of the first ones',
  permission: apply,
  body: z.object(change).check(oneSelection),
  response: planSchema,
})

export const configureDevices = endpoint({
  name: 'configs.configure',
  method: 'POST',
  path: '/devices/configurator/configure',
  summary: 'Change the configuration of devices; each rolls back unless it connects with it. Follow it on meta.channel',
  permission: apply,
  body: z.object({ ...change, ...configTiming }).check(oneSelection),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const configureWithoutReturn = endpoint({
  name: 'configs.configure_without_return',
  method: 'POST',
  path: '/devices/{id}/configurator/configure',
  summary:
    'Change the configuration of one device, by calls or a template; the device keeps it even if it never connects again. Follow it on meta.channel',
  permission: apply,
  stepUp: 'password',
  params: z.object({ id: idText('device') }),
  body: z
    .strictObject({
      calls: z.optional(configCalls),
      template_id: z.optional(id('config_template')),
      csv: change.csv,
      metered: change.metered,
      expires_in: configTiming.expires_in,
    })
    .check(
      z.refine((body) => (body.template_id === undefined) !== (body.calls === undefined), {
        error: text('configs.template_or_calls'),
        path: ['template_id'],
      }),
    ),
  ...actionStarted,
})

export const listConfigTemplates = endpoint({
  name: 'configs.templates',
  method: 'GET',
  path: '/devices/configurator/templates',
  summary: 'List templates and saved configurations: those of companies in reach, and those shared with the caller',
  permission: view,
  query: listQuery(['name', 'created_at'], {
    id: z.optional(idListText('config_template')),
    ...searchIn(['name']),
    kind: z.optional(z.enum(templateKinds)),
    ...companyContext,
  }),
  response: z.array(z.partial(templateSchema)),
  meta: listMeta,
})

export const getConfigTemplate = endpoint({
  name: 'configs.template',
  method: 'GET',
  path: '/devices/configurator/templates/{id}',
  summary: 'Get a template with its calls; values of secrets are hidden',
  permission: view,
  params: oneTemplate,
  response: templateDetailsSchema,
})

export const createConfigTemplate = endpoint({
  name: 'configs.create_template',
  method: 'POST',
  path: '/devices/configurator/templates',
  summary: 'Create a template, or save a configuration for later',
  permission: 'create_multi_configuration',
  body: newTemplateSchema,
  response: z.object({ id: id('config_template') }),
  status: 201,
})

export const updateConfigTemplate = endpoint({
  name: 'configs.update_template',
  method: 'PUT',
  path: '/devices/configurator/templates/{id}',
  summary: 'Change a template; a value that repeats what is shown for a hidden one keeps it',
  permission: 'update_multi_configuration',
  params: oneTemplate,
  body: configTemplateChange,
  response: empty,
})

export const deleteConfigTemplate = endpoint({
  name: 'configs.delete_template',
  method: 'DELETE',
  path: '/devices/configurator/templates/{id}',
  summary: 'Delete a template or a saved configuration',
  permission: 'delete_multi_configuration',
  params: oneTemplate,
  response: empty,
})

const use = { ...configDevices, csv: change.csv, metered: change.metered }

export const previewConfigTemplate = endpoint({
  name: 'configs.preview_template',
  method: 'POST',
  path: '/devices/configurator/templates/{id}/preview',
  summary: 'What a template would change',
  permission: apply,
  params: oneTemplate,
  body: z.object(use).check(oneSelection),
  response: planSchema,
})

export const useConfigTemplate = endpoint({
  name: 'configs.use_template',
  method: 'POST',
  path: '/devices/configurator/templates/{id}/use',
  summary: 'Apply a template to devices; follow it on meta.channel',
  permission: apply,
  params: oneTemplate,
  body: z.object({ ...use, ...configTiming }).check(oneSelection),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const listConfigVersions = endpoint({
  name: 'configs.versions',
  method: 'GET',
  path: '/devices/configurator/versions',
  summary: 'List versions of the configurations of devices, newest first',
  permission: view,
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    reason: z.optional(wordListText(versionReasons)),
  }),
  response: z.array(versionSchema),
  meta: listMeta,
})

export const getConfigVersion = endpoint({
  name: 'configs.version',
  method: 'GET',
  path: '/devices/configurator/versions/{id}',
  summary: 'Get a version with its text; values of secrets are hidden',
  permission: view,
  params: oneVersion,
  response: z.extend(versionSchema, { text: z.string() }),
})

export const compareConfigVersions = endpoint({
  name: 'configs.compare',
  method: 'GET',
  path: '/devices/configurator/versions/{id}/difference/{from}',
  summary: 'The difference of a version from another one of the same device; values of secrets are hidden',
  permission: view,
  params: z.object({ id: idText('config_version'), from: idText('config_version') }),
  response: differenceSchema,
})

export const downloadConfigVersion = endpoint({
  name: 'configs.download',
  method: 'GET',
  path: '/devices/configurator/versions/{id}/download',
  summary: 'Download the text of a version, with its secrets',
  permission: 'download_device_passwords',
  params: oneVersion,
  kind: 'download',
  response: z.string(),
})

export const restoreConfigVersion = endpoint({
  name: 'configs.restore',
  method: 'POST',
  path: '/devices/configurator/versions/{id}/restore',
  summary: 'Roll a device back to a version of its configuration; follow it on meta.channel',
  permission: apply,
  params: oneVersion,
  body: z.strictObject(configTiming),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const listDeviceConfigs = endpoint({
  name: 'configs.devices',
  method: 'GET',
  path: '/devices/configurator/devices',
  summary: 'List devices whose configuration was read, with what they are meant to have and what they had then',
  permission: view,
  query: listQuery(['name', 'read_at'], {
    device_id: z.optional(idListText('device')),
    ...searchIn(['name', 'serial']),
    state: z.optional(wordListText(driftStates)),
    ...companyContext,
  }),
  response: z.array(deviceConfigSchema),
  meta: listMeta,
})

export const adoptConfigurations = endpoint({
  name: 'configs.adopt',
  method: 'POST',
  path: '/devices/configurator/adopt',
  summary: 'Accept what devices have: it is what they are meant to have from now on',
  permission: apply,
  body: z.object(configDevices).check(oneSelection),
  response: z.array(id('device')),
})

export const ignoreDrift = endpoint({
  name: 'configs.ignore',
  method: 'POST',
  path: '/devices/configurator/ignore',
  summary: 'Do not show devices as drifted while they have what they have now',
  permission: apply,
  body: z.object(configDevices).check(oneSelection),
  response: z.array(id('device')),
})

export const overwriteConfigurations = endpoint({
  name: 'configs.overwrite',
  method: 'POST',
  path: '/devices/configurator/overwrite',
  summary: 'Give devices what they are meant to have; follow it on meta.channel',
  permission: apply,
  body: z.object({ ...configDevices, ...configTiming }).check(oneSelection),
  response: actionStarted.response,
  meta: actionStarted.meta,
})
