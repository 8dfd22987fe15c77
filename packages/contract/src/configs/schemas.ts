import * as z from 'zod/mini'
import { nameText } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { configCalls } from './calls.ts'
import { configLimits, configSystems, driftStates, templateKinds, versionReasons } from './constants.ts'

const { name } = configLimits
const version = () => z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/))

/** A line of a difference: in both, only before, or only after. Values of secrets are hidden. */
export const differenceLine = z.object({
  kind: z.enum(['same', 'removed', 'added', 'gap']),
  /** For a gap, the number of equal lines left out. */
  text: z.string(),
  /** Line numbers, from 1; null if the line is not in that text. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
})
export type DifferenceLine = z.infer<typeof differenceLine>

export const differenceSchema = z.object({
  added: z.int(),
  removed: z.int(),
  /** True if only values that are not shown differ. */
  hidden_only: z.boolean(),
  lines: z.array(differenceLine),
})
export type Difference = z.infer<typeof differenceSchema>

const reason = z.object({
  code: z.string(),
  message: z.string(),
  count: z.int(),
  devices: z.array(z.object({ id: id('device'), name: z.string(), message: z.string() })),
})

export const planSchema = z.object({
  selected: z.int(),
  /** Named devices that are not there, or no longer in reach of the caller. */
  missing: z.array(id('device')),
  /** Number of devices that would be changed. */
  devices: z.int(),
  offline: z.int(),
  metered: z.int(),
  /** Number of these devices whose configuration is unknown: they were not read, or have changed since. */
  unread: z.int(),
  /** Bytes for all devices together. */
  bytes: z.int(),
  excluded: z.array(reason),
  /**
   * Differences of the first devices. With the state `unknown`, present values are not known: the lines are everything
   * that is set and deleted.
   */
  differences: z.array(
    z.object({
      device_id: id('device'),
      name: z.string(),
      state: z.enum(['known', 'unknown']),
      difference: differenceSchema,
    }),
  ),
  /** Calls of their own API that the first devices would make, without the values of secrets. */
  calls: z.array(
    z.object({
      device_id: id('device'),
      name: z.string(),
      calls: z.array(z.object({ method: z.string(), route: z.string(), request: z.nullable(z.string()) })),
    }),
  ),
  /** Variables of the calls, and whether each is a field of the device. */
  variables: z.array(z.object({ name: z.string(), of_device: z.boolean() })),
})
export type ConfigPlan = z.infer<typeof planSchema>

export const versionSchema = z.object({
  id: id('config_version'),
  device_id: id('device'),
  device_name: z.string(),
  /** Number within the device, from 1. */
  seq: z.int(),
  system: z.enum(configSystems),
  /** Bytes. */
  size: z.int(),
  reason: z.enum(versionReasons),
  /** The user who caused it; null if the device was found with it, or the user was deleted. */
  user_id: z.nullable(id('user')),
  username: z.nullable(z.string()),
  action_id: z.nullable(id('action')),
  created_at: time(),
  /** True for the intended configuration of the device. */
  intended: z.boolean(),
  /** True for the configuration at the last read. */
  running: z.boolean(),
})
export type ConfigVersion = z.infer<typeof versionSchema>

export const deviceConfigSchema = z.object({
  id: id('device'),
  name: z.string(),
  serial: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  model: z.nullable(z.string()),
  status: z.nullable(z.int()),
  state: z.enum(driftStates),
  /** Number of the intended version, and of the one at the last read. */
  intended_seq: z.nullable(z.int()),
  intended_id: z.nullable(id('config_version')),
  running_seq: z.nullable(z.int()),
  running_id: z.nullable(id('config_version')),
  /** True if the device reported a change since: its present configuration is unknown until it is read. */
  unread: z.boolean(),
  read_at: z.nullable(time()),
})
export type DeviceConfig = z.infer<typeof deviceConfigSchema>

/** Devices whose configuration was never read. */
export const unreadSchema = z.object({
  devices: z.int(),
  /** Number of them that can be read and are not being read. */
  readable: z.int(),
  /** Number of them that are being read, or will be when they come online. */
  reading: z.int(),
})
export type UnreadCount = z.infer<typeof unreadSchema>

/** Settings of some devices as they were last read: options by section, and the paths of files. */
export const knownSettingsSchema = z.object({
  /** Number of devices whose settings these are: the first ones that were read. */
  compared: z.int(),
  sections: z.array(
    z.object({
      /** `network.lan`; `firewall.@rule[0]` for a section without a name. */
      place: z.string(),
      options: z.array(
        z.object({
          name: z.string(),
          /** The value of most devices; those of secrets are hidden. */
          value: z.string(),
          /** Number of the compared devices with another value, or without the option. */
          differing: z.int(),
        }),
      ),
    }),
  ),
  files: z.array(z.string()),
})
export type KnownSettings = z.infer<typeof knownSettingsSchema>

const templateFields = {
  name: nameText(name),
  /** x.y.z; only for templates. */
  version: z.nullable(version()),
  system: z.enum(configSystems),
  /** Devices with older or newer firmware are left out. */
  min_firmware: z.nullable(z.string().check(z.trim(), z.maxLength(64))),
  max_firmware: z.nullable(z.string().check(z.trim(), z.maxLength(64))),
  /** True if companies below may use it. */
  shared: z.boolean(),
}

export const templateSchema = z.object({
  id: id('config_template'),
  company_id: companyId(),
  company_name: z.string(),
  kind: z.enum(templateKinds),
  ...templateFields,
  /** The firmware it was made for, in words. */
  firmware: z.nullable(z.string()),
  variables: z.array(z.string()),
  calls_count: z.int(),
  user_id: z.nullable(id('user')),
  created_at: time(),
  updated_at: time(),
})
export type ConfigTemplate = z.infer<typeof templateSchema>

/** Values of secrets are hidden; a change that repeats the hidden text keeps the value. */
export const templateDetailsSchema = z.extend(templateSchema, { template: configCalls })
export type ConfigTemplateDetails = z.infer<typeof templateDetailsSchema>

const optional = {
  version: z.optional(templateFields.version),
  min_firmware: z.optional(templateFields.min_firmware),
  max_firmware: z.optional(templateFields.max_firmware),
  firmware: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64)))),
  shared: z.optional(z.boolean()),
}

export const newTemplateSchema = z.strictObject({
  company_id: companyId(),
  kind: z._default(z.enum(templateKinds), 'template'),
  name: templateFields.name,
  ...optional,
  template: configCalls,
})

export const configTemplateChange = z.strictObject({
  name: z.optional(templateFields.name),
  ...optional,
  template: z.optional(configCalls),
})
