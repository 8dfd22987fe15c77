import * as z from 'zod/mini'
import { nameText } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { lineBreaks, variableTypes } from '../link/template-lines.ts'
import { time } from '../time-schemas.ts'
import { retentionDays } from './constants.ts'
import { apiSystems, templateLimits, templatePeriod, templateTypes } from './template-constants.ts'

const { paths, variables, active: _, ...limits } = templateLimits

const oneLine = (most: number) =>
  z.string().check(
    z.minLength(1, text('forms.required')),
    z.maxLength(most),
    z.refine((value) => !lineBreaks.test(value), { error: text('monitoring.one_line') }),
  )

/** A path of the device's API, or of a file; `{name}` is replaced by a value of `url_params`. */
const path = () =>
  z.string().check(
    z.maxLength(limits.path),
    z.regex(/^\/[A-Za-z0-9_.:@+~{}/-]*$/, text('monitoring.path')),
    z.refine((value) => !value.split('/').includes('..'), { error: text('monitoring.path_up') }),
  )

/** Place of a value in an answer: keys and numbers, separated by slashes. Absent for the whole answer. */
const ref = () => z.string().check(z.maxLength(limits.ref), z.regex(/^[!-<>-[\]-~]*$/, text('monitoring.ref')))

const word = () => z.string().check(z.maxLength(limits.variable), z.regex(/^[A-Za-z0-9_-]+$/, text('monitoring.word')))

export const transformSchema = z.strictObject({
  /** The shell of the device runs the expression. */
  evaluator: z.enum(['bash']),
  /** The shell variable with the value. */
  eval_var: z
    .string()
    .check(z.maxLength(limits.evalVar), z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, text('monitoring.eval_var'))),
  expression: oneLine(limits.expression),
})

export const variableSchema = z.strictObject({
  id: word(),
  ref: z.optional(ref()),
  /** Regular expression: the part of the value that matches. */
  filter: z.optional(
    z.string().check(
      z.minLength(1, text('forms.required')),
      z.maxLength(limits.filter),
      // Braces and references make an expression that never ends, or takes all memory, in some shells.
      z.regex(/^[ -[\]-z|}~]+$/, text('monitoring.filter')),
    ),
  ),
  type: z.enum(variableTypes),
  /** Stored if there is no value. */
  default: z.optional(oneLine(limits.value)),
  description: z.optional(z.string().check(z.maxLength(limits.variableDescription))),
  /** The only allowed values. */
  enum: z.optional(z.array(oneLine(limits.value)).check(z.minLength(1), z.maxLength(limits.enum))),
  transform: z.optional(transformSchema),
})
export type Variable = z.infer<typeof variableSchema>

const queryParameter = z.strictObject({
  key: oneLine(limits.variable),
  value: z.array(oneLine(limits.value)).check(z.minLength(1), z.maxLength(20)),
})

/**
 * Finds, in the list at `path` of the answer, the entry whose `search_key` is `value`; its place is `{key}` in refs.
 */
const searchParameter = z.strictObject({
  path: ref(),
  search_key: ref().check(z.minLength(1, text('forms.required'))),
  key: word(),
  value: oneLine(limits.value),
})

export const entrySchema = z.strictObject({
  url: path(),
  /** Values for `{name}` in the path. */
  url_params: z.optional(
    z.record(word(), z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, text('monitoring.path')))),
  ),
  query_parameters: z.optional(z.array(queryParameter).check(z.minLength(1), z.maxLength(20))),
  search_parameters: z.optional(z.array(searchParameter).check(z.minLength(1), z.maxLength(20))),
  variables: z.array(variableSchema).check(z.minLength(1, text('forms.required')), z.maxLength(variables)),
})
export type Entry = z.infer<typeof entrySchema>

const countOf = (data: readonly Entry[]) => data.reduce((sum, entry) => sum + (entry.variables?.length ?? 0), 0)

export const dataSchema = z.array(entrySchema).check(
  z.minLength(1, text('forms.required')),
  z.maxLength(paths),
  z.refine((data: Entry[]) => countOf(data) <= variables, {
    error: text('monitoring.too_many_variables', { count: variables }),
  }),
  z.refine(
    (data: Entry[]) => {
      const names = data.flatMap((entry) => (entry.variables ?? []).map((variable) => `${entry.url} ${variable.id}`))
      return new Set(names).size === names.length
    },
    { error: text('monitoring.named_twice') },
  ),
)

export const period = () => z.int().check(z.minimum(templatePeriod.min), z.maximum(templatePeriod.max))
const retention = () =>
  z.pipe(z.union([z.int(), z.string()]), z.transform(Number)).check(
    z.refine((days) => (retentionDays as readonly number[]).includes(days), {
      error: text('forms.one_of', { options: retentionDays.join(', ') }),
    }),
  )

const templateFields = {
  name: nameText(limits.name),
  description: z.optional(z.string().check(z.trim(), z.maxLength(limits.description))),
  /** Days for which values are stored. */
  retention: z.optional(retention()),
  version: z.optional(z.string().check(z.trim(), z.maxLength(limits.version))),
  api_version: z.optional(z.string().check(z.trim(), z.maxLength(limits.version))),
  /** Also selects the API document of devices: there is one for each system. */
  api_system: z.optional(z.enum(apiSystems)),
  period: period(),
  enabled: z.boolean(),
  data: dataSchema,
}

export const newMonitoringTemplate = z.strictObject({ company_id: companyId(), ...templateFields })
export const monitoringTemplateChange = z.strictObject({
  ...templateFields,
  name: z.optional(templateFields.name),
  period: z.optional(templateFields.period),
  enabled: z.optional(templateFields.enabled),
  data: z.optional(templateFields.data),
})

export const monitoringTemplateSchema = z.object({
  id: id('monitoring_template'),
  type: z.enum(templateTypes),
  /** Only for own templates. */
  company_id: z.nullable(companyId()),
  company_name: z.nullable(z.string()),
  version: z.string(),
  /** True if devices measure it where it is assigned. */
  enabled: z.boolean(),
  /** Seconds, for devices to which it is newly assigned. */
  period: z.int(),
  /** Number of devices in reach to which it is assigned; null for system templates, which all devices have. */
  device_count: z.nullable(z.int()),
  /** Number of parameters. */
  fields_count: z.int(),
  created_at: time(),
  config: z.object({
    id: id('monitoring_template'),
    name: z.string(),
    description: z.nullable(z.string()),
    type: z.enum(templateTypes),
    version: z.string(),
    retention: z.string(),
    api_system: z.enum(apiSystems),
    api_version: z.string(),
    data_source: z.string(),
    data: z.array(
      z.object({
        url: z.string(),
        url_params: z.optional(z.record(z.string(), z.string())),
        query_parameters: z.optional(z.array(queryParameter)),
        search_parameters: z.optional(z.array(searchParameter)),
        variables: z.array(z.object({ ...variableSchema.shape, parameter_id: z.optional(z.int()) })),
      }),
    ),
  }),
})
export type MonitoringTemplate = z.infer<typeof monitoringTemplateSchema>

/** A template on a device, system ones included, with its data usage. */
export const assignedSchema = z.object({
  company_id: companyId(),
  device_id: id('device'),
  config_id: id('monitoring_template'),
  enabled: z.boolean(),
  period: z.int(),
  config_name: z.string(),
  config_description: z.nullable(z.string()),
  config_type: z.enum(templateTypes),
  fields_count: z.int(),
  device_name: z.string(),
  device_description: z.string(),
  /** False if only the period can be set, or if the template's company is out of reach. */
  editable: z.boolean(),
  last_updated_at: z.nullable(time()),
  /** Data for setting the period and for its cost; `compat` has the reason why the device cannot be monitored so. */
  label: z.string(),
  /** Field of the device, for a system template. */
  key: z.nullable(z.string()),
  min: z.int(),
  max: z.int(),
  default: z.int(),
  /** Bytes per month. */
  down: z.int(),
  up: z.int(),
  compat_key: z.nullable(z.string()),
  compat_notice: z.nullable(z.string()),
})
export type AssignedTemplate = z.infer<typeof assignedSchema>

export const templateLogSchema = z.object({
  id: z.int(),
  config_id: id('monitoring_template'),
  config_name: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  log: z.array(z.string()),
  /** Number of occurrences within the hour. */
  count: z.int(),
  created_at: time(),
  last_at: time(),
})
export type TemplateLog = z.infer<typeof templateLogSchema>

const value = z.nullable(z.union([z.number(), z.string(), z.boolean()]))

export const testedSchema = z.object({
  /** In order of the variables. */
  values: z.array(
    z.object({
      url: z.string(),
      id: z.string(),
      value,
      /** Reason why there is no value, or another one than stored. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type Tested = z.infer<typeof testedSchema>

export const customDataSchema = z.object({
  config_id: id('monitoring_template'),
  /** By path, then by name. */
  data: z.record(z.string(), z.record(z.string(), value)),
  created_at: time(),
})
export type CustomData = z.infer<typeof customDataSchema>

export const fieldsSchema = z.object({
  id: id('monitoring_template'),
  name: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      description: z.nullable(z.string()),
      type: z.enum(variableTypes),
      /** Its name for a history of a device. */
      parameter: z.string(),
    }),
  ),
})
export type TemplateFields = z.infer<typeof fieldsSchema>
