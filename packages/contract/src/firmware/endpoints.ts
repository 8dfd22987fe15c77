import * as z from 'zod/mini'
import { deviceSorts } from '../devices/constants.ts'
import { deviceSelection } from '../devices/filters.ts'
import { empty, endpoint } from '../endpoint.ts'
import { declarations } from '../files/constants.ts'
import { searchIn, wordListText } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { timeText } from '../time-schemas.ts'
import { firmwareLimits, jobTypeNumbers } from './constants.ts'
import { choicesSchema, firmwareDeviceSchema, pendingUpdateSchema, previewSchema } from './schemas.ts'

const permission = 'create_multi_configuration'
const { waits, devices } = firmwareLimits

const choice = {
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(devices))),
  /** Filters of a list instead of ids: selects all its devices. */
  filter: z.optional(z.strictObject(deviceSelection)),
}

const oneChoice = z.refine<{ device_id?: unknown; filter?: unknown }>(
  ({ device_id, filter }) => (device_id === undefined) !== (filter === undefined),
  { error: text('actions.one_of_selections') },
)

const image = {
  file_id: id('file'),
  /** Also installs it on devices with newer firmware. */
  downgrade: z._default(z.boolean(), false),
  /** Also sends it to devices on a metered connection. */
  metered: z._default(z.boolean(), false),
}

export const firmwareChoices = endpoint({
  name: 'firmware.choices',
  method: 'POST',
  path: '/firmware/choices',
  summary: 'What firmware devices have, and which images are for any of them',
  permission,
  body: z.object(choice).check(oneChoice),
  response: choicesSchema,
})

export const previewFirmware = endpoint({
  name: 'firmware.preview',
  method: 'POST',
  path: '/firmware/preview',
  summary: 'What an update of the firmware would do: how many devices, which are skipped and why, and how many bytes',
  permission,
  body: z.object({ ...choice, ...image }).check(oneChoice),
  response: previewSchema,
})

export const updateFirmware = endpoint({
  name: 'firmware.update',
  method: 'POST',
  path: '/firmware/updates',
  summary: 'Update the firmware of devices, named or by the filter of a list; follow it on meta.channel',
  permission,
  body: z
    .object({
      ...choice,
      ...image,
      keep_settings: z.boolean(),
      /** Time of the start; immediately by default. */
      starts_at: z.optional(timeText()),
      /** Seconds it waits for devices that are offline, from its start on. */
      expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
    })
    .check(oneChoice),
  response: z.object({ id: id('action'), devices: z.int() }),
  meta: z.object({ channel: z.string(), action_id: id('action') }),
})

export const listFirmwareDevices = endpoint({
  name: 'firmware.devices',
  method: 'GET',
  path: '/firmware/devices',
  summary: 'List devices with their firmware, the image for each, and how far an update is',
  permission,
  query: listQuery(deviceSorts, {
    id: z.optional(idListText('device')),
    ...searchIn(['name', 'serial', 'mac', 'imei']),
    ...deviceSelection,
  }),
  response: z.array(firmwareDeviceSchema),
  meta: listMeta,
})

export const declareFirmware = endpoint({
  name: 'firmware.declare',
  method: 'PUT',
  path: '/firmware/images/{id}',
  summary: 'Declare an image stable or latest; another one of the company for the same devices loses it',
  permission: 'update_files',
  params: z.object({ id: idText('file') }),
  body: z.object({ declared: z.nullable(z.enum(declarations)) }),
  response: empty,
})

export const setUpdates = endpoint({
  name: 'firmware.set_updates',
  method: 'POST',
  path: '/devices/updates/set',
  summary:
    'Set devices to update their firmware, each with an image of its own; those that are offline when they come online. meta.channels has a channel for each image',
  permission,
  body: z.object({
    data: z
      .array(
        z
          .object({
            id: id('device'),
            action: z.enum(['update_firmware', 'upload_backup']),
            file_id: id('file'),
            /** True if it waits for a device that is offline. */
            offline: z.boolean(),
            keep_settings: z.optional(z.boolean()),
            downgrade: image.downgrade,
            metered: image.metered,
          })
          .check(
            z.refine(({ action, keep_settings }) => action !== 'update_firmware' || keep_settings !== undefined, {
              path: ['keep_settings'],
              error: text('forms.required'),
            }),
          ),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  response: empty,
  meta: z.object({ channel: z.string(), channels: z.array(z.string()) }),
})

export const listPendingUpdates = endpoint({
  name: 'firmware.pending_updates',
  method: 'GET',
  path: '/devices/updates/pending',
  summary:
    'List updates that were not sent yet, oldest first: of the firmware (job_type 100), backups (101), other configurations (102)',
  permission: 'view_pending_device_actions',
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    job_type: z.optional(wordListText(jobTypeNumbers)),
    start_date: z.optional(timeText()),
    end_date: z.optional(timeText()),
  }),
  response: z.array(pendingUpdateSchema),
  meta: listMeta,
})

export const cancelUpdates = endpoint({
  name: 'firmware.cancel_updates',
  method: 'POST',
  path: '/devices/updates/cancel',
  summary: 'Cancel updates that were not sent yet, each named with its device',
  permission: 'cancel_device_actions',
  body: z.object({
    data: z
      .array(
        z.object({
          id: id('device'),
          job_id: z.array(id('action_target')).check(z.minLength(1), z.maxLength(devices)),
        }),
      )
      .check(z.minLength(1), z.maxLength(devices)),
  }),
  /** Ids of the cancelled updates. */
  response: z.array(id('action_target')),
})
