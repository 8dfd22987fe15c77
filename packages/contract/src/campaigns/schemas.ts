import * as z from 'zod/mini'
import { hoursSchema } from '../actions/sending-hours.ts'
import { deviceSelection } from '../devices/filters.ts'
import { formSchema, optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import {
  campaignChecks,
  campaignDeviceStates,
  campaignKinds,
  campaignLimits,
  campaignStates,
  waveStates,
} from './constants.ts'
import {
  editCampaignForm,
  editChangeCampaignForm,
  newCampaignForm,
  newChangeCampaignForm,
  resumeCampaignForm,
  startCampaignForm,
} from './forms.ts'

const { devices } = campaignLimits

/** A number of devices, a percentage of all, or the rest; with the failures allowed before the campaign halts. */
export const waveSchema = z.object({
  of: z.enum(['devices', 'percent', 'rest']),
  size: z.optional(z.int()),
  failures: z.int(),
})
export type Wave = z.infer<typeof waveSchema>

const selection = {
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(devices))),
  /** Filters of a list of devices instead of ids. */
  filter: z.optional(z.strictObject(deviceSelection)),
}

export const newCampaignSchema = formSchema(newCampaignForm, selection)
/** `content` depends on the kind, each of which has its own schema. */
export const newChangeCampaignSchema = formSchema(newChangeCampaignForm, {
  kind: z.enum(campaignKinds),
  content: z.record(z.string(), z.unknown()),
  ...selection,
})
export const campaignChangeSchema = formSchema(editCampaignForm, selection)
/** The content stays if none is given. */
export const changeCampaignChangeSchema = formSchema(editChangeCampaignForm, {
  content: z.optional(z.record(z.string(), z.unknown())),
  ...selection,
})
export const startSchema = formSchema(startCampaignForm)

/** The reason is required for a campaign that halted by itself. */
export const resumeSchema = z.strictObject(optionalFields(resumeCampaignForm))

export const campaignDeviceIds = z.array(id('device')).check(z.minLength(1), z.maxLength(devices))

/** Values for the names in `secrets_wiped`. An error is at `variables.<name>`. */
export const wipedValues = z
  .array(
    z.strictObject({
      name: z.string().check(z.maxLength(32)),
      value: z.string().check(z.maxLength(campaignLimits.value), z.regex(/^[^\0]*$/, text('forms.not_text'))),
    }),
  )
  .check(z.maxLength(campaignLimits.values))

const counts = z.record(z.enum(campaignDeviceStates), z.int())

export const campaignSchema = z.object({
  id: id('campaign'),
  name: z.string(),
  kind: z.enum(campaignKinds),
  company_id: companyId(),
  company_name: z.string(),
  state: z.enum(campaignStates),
  /** Reason why it halted, or what it waits for. */
  reason: z.nullable(z.string()),
  user_id: z.nullable(id('user')),
  username: z.string(),
  /** The image or backup; other kinds only have `file_name`. */
  file_id: z.nullable(id('file')),
  file_name: z.string(),
  version: z.nullable(z.string()),
  /** Number of devices by state that the caller sees. */
  counts,
  /** Number of devices, without those left out. */
  total: z.int(),
  /** Number of started waves, and of all waves; 0 for a draft. */
  wave: z.int(),
  waves: z.int(),
  created_at: time(),
  starts_at: z.nullable(time()),
  started_at: z.nullable(time()),
  ended_at: z.nullable(time()),
})
export type Campaign = z.infer<typeof campaignSchema>

const waveDetails = z.object({
  wave: z.int(),
  size: z.int(),
  /** Null if it has not started. */
  state: z.nullable(z.enum(waveStates)),
  failures_allowed: z.int(),
  counts,
  started_at: z.nullable(time()),
  settled_at: z.nullable(time()),
})
export type WaveDetails = z.infer<typeof waveDetails>

export const campaignDetailsSchema = z.extend(campaignSchema, {
  plan: z.object({
    waves: z.array(waveSchema),
    soak: z.int(),
    check_wan: z.boolean(),
    check_reports: z.boolean(),
    /** Shell command that must then exit with 0 on each device; null for none. */
    check_command: z.nullable(z.string()),
    hours: z.nullable(hoursSchema),
    keep_settings: z.boolean(),
    downgrade: z.boolean(),
    metered: z.boolean(),
    /**
     * Number of devices that must take the change back for the campaign to halt: in the first wave, and in all; 0 for
     * no limit.
     */
    undone_first: z.int(),
    undone_all: z.int(),
    /** Seconds after which a device takes the change back, unless it has connected with it; null for other kinds. */
    seconds: z.nullable(z.int()),
    /** Bytes of the image; 0 for other kinds. */
    size: z.int(),
  }),
  selection: z.nullable(z.object({ device_id: z.optional(z.array(id('device'))), filter: z.optional(z.any()) })),
  waves_details: z.array(waveDetails),
  /** Devices to which nothing was sent yet because they are offline. */
  waiting_offline: z.int(),
  /** Number of failed devices by the check they failed. */
  failed_checks: z.partialRecord(z.enum(campaignChecks), z.int()),
  /** Bytes sent to devices. */
  bytes_sent: z.int(),
  /** Names of secret values that a retry requires again: they were wiped when the campaign ended. */
  secrets_wiped: z.array(z.string()),
})
export type CampaignDetails = z.infer<typeof campaignDetailsSchema>

export const campaignDeviceSchema = z.object({
  id: z.int(),
  campaign_id: id('campaign'),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  company_id: companyId(),
  wave: z.nullable(z.int()),
  state: z.enum(campaignDeviceStates),
  failed_check: z.nullable(z.enum(campaignChecks)),
  /** The observation, or what it waits for, in words. */
  detail: z.string(),
  version_before: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Its action; if it failed the command of the health gate, that command. */
  action_id: z.nullable(id('action')),
  action_target_id: z.nullable(id('action_target')),
  started_at: z.nullable(time()),
  ended_at: z.nullable(time()),
})
export type CampaignDevice = z.infer<typeof campaignDeviceSchema>
