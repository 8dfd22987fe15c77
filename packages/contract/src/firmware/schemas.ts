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
  /** Version that the image states; null if it states none. */
  version: text(),
  /** Its family or first board. */
  device_model: text(),
  /** Bytes. */
  size: z.int(),
  company_id: companyId(),
  company_name: z.string(),
  group: z.enum(imageGroups),
  declared: z.nullable(z.enum(declarations)),
  created_at: time(),
  /** Number of selected devices it fits. */
  devices: z.int(),
})
export type FirmwareImage = z.infer<typeof imageSchema>

/** Selected devices that are left out of an update, with the reason. */
export const exclusionSchema = z.object({
  code: z.string(),
  /** Message for the first device. */
  message: z.string(),
  count: z.int(),
  /** The first of the devices. */
  devices: z.array(z.object({ id: id('device'), name: z.string(), message: z.string() })),
})
export type Exclusion = z.infer<typeof exclusionSchema>

export const previewSchema = z.object({
  /** Number of selected devices, and of those that would be updated. */
  selected: z.int(),
  devices: z.int(),
  /** Number of these devices that are offline. */
  offline: z.int(),
  /** Number of devices with newer firmware, and on a metered connection, even if they are left out. */
  newer: z.int(),
  metered: z.int(),
  /** Bytes that each device fetches, and the sum. */
  bytes_each: z.int(),
  bytes: z.int(),
  excluded: z.array(exclusionSchema),
})
export type FirmwarePreview = z.infer<typeof previewSchema>

/** Firmware of the selected devices, and images that fit them. */
export const choicesSchema = z.object({
  selected: z.int(),
  /** Their versions, most frequent first. */
  versions: z.array(z.object({ firmware: text(), count: z.int() })),
  more_versions: z.int(),
  /** Number of images that the caller may use, for any devices. */
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
  /** True if the stable image for it is newer than its firmware. */
  firmware_outdated: z.boolean(),
  stable: z.nullable(z.object({ file_id: id('file'), version: text() })),
  update: z.nullable(deviceUpdateSchema),
})
export type FirmwareDevice = z.infer<typeof firmwareDeviceSchema>

/** An update that was not sent yet: the row of the public API, with further fields for the console. */
export const pendingUpdateSchema = z.object({
  /** Used as `job_id` to cancel it. */
  id: id('action_target'),
  /** 100: firmware, 101: a backup, 102: another configuration. */
  job_type: z.int(),
  /** Name of the image or the backup, or else of the kind of update. */
  name: z.string(),
  serial: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  action_id: id('action'),
  version: text(),
  username: text(),
  message: z.string(),
  created_at: time(),
  starts_at: z.nullable(time()),
  /** End of its waiting time. */
  expires_at: time(),
})
export type PendingUpdate = z.infer<typeof pendingUpdateSchema>
