import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { declarations } from '../files/constants.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { imageGroups } from './constants.ts'

const text = () => z.nullable(z.string())

/** An image that can be installed on some of the selected devices. */
export const imageSchema = z.object({
  file_id: id('file'),
  name: z.string(),
  description: z.string(),
  /** By its own account; null if it states none. */
  version: text(),
  /** The family or the first board it is for. */
  device_model: text(),
  /** Bytes. */
  size: z.int(),
  company_id: companyId(),
  company_name: z.string(),
  group: z.enum(imageGroups),
  declared: z.nullable(z.enum(declarations)),
  created_at: time(),
  /** Selected devices it is for. */
  devices: z.int(),
})
export type FirmwareImage = z.infer<typeof imageSchema>

/** Selected devices that are left out of an update, and why. */
export const exclusionSchema = z.object({
  code: z.string(),
  /** In words, of the first device. */
  message: z.string(),
  count: z.int(),
  /** The first of them. */
  devices: z.array(z.object({ id: id('device'), name: z.string(), message: z.string() })),
})
export type Exclusion = z.infer<typeof exclusionSchema>

export const previewSchema = z.object({
  /** Selected devices, and those that would be updated. */
  selected: z.int(),
  devices: z.int(),
  /** Of those that would be updated. */
  offline: z.int(),
  /** Devices with newer firmware, and devices on a metered connection, whether or not they are left out. */
  newer: z.int(),
  metered: z.int(),
  /** Bytes that each device fetches, and all together. */
  bytes_each: z.int(),
  bytes: z.int(),
  excluded: z.array(exclusionSchema),
})
export type FirmwarePreview = z.infer<typeof previewSchema>

/** What the selected devices run, and what fits them. */
export const choicesSchema = z.object({
  selected: z.int(),
  /** Versions they have, the most frequent first. */
  versions: z.array(z.object({ firmware: text(), count: z.int() })),
  more_versions: z.int(),
  /** Images the caller may use, for these devices or others. */
  usable: z.int(),
  images: z.array(imageSchema),
})
export type FirmwareChoices = z.infer<typeof choicesSchema>

/** An update on one device that has not ended, or the last one. */
export const deviceUpdateSchema = z.object({
  id: id('action_target'),
  action_id: id('action'),
  state: z.enum(targetStates),
  /** The last step, in words. */
  message: z.string(),
  version: text(),
  created_at: time(),
  finished_at: z.nullable(time()),
})

/** A device with its firmware. */
export const firmwareDeviceSchema = z.object({
  id: id('device'),
  name: z.string(),
  serial: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  model: text(),
  firmware: text(),
  status: z.nullable(z.int()),
  metered_connection: z.boolean(),
  /** The stable image for it, if that is newer than what it has. */
  firmware_outdated: z.boolean(),
  stable: z.nullable(z.object({ file_id: id('file'), version: text() })),
  update: z.nullable(deviceUpdateSchema),
})
export type FirmwareDevice = z.infer<typeof firmwareDeviceSchema>

/** An update that was not sent yet: the row of the public API, and what the console shows besides. */
export const pendingUpdateSchema = z.object({
  /** Used as `job_id` to cancel it. */
  id: id('action_target'),
  /** 100: firmware, 101: a backup, 102: another configuration. */
  job_type: z.int(),
  /** Of the image or the backup; what it does, if it has none. */
  name: z.string(),
  serial: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  action_id: id('action'),
  /** Of the firmware. */
  version: text(),
  username: text(),
  message: z.string(),
  created_at: time(),
  /** When it was scheduled for. */
  starts_at: z.nullable(time()),
  /** Until when it waits. */
  expires_at: time(),
})
export type PendingUpdate = z.infer<typeof pendingUpdateSchema>
