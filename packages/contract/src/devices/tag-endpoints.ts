import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { id, idText } from '../ids.ts'
import { tagFile, taggingLimits } from '../tags/constants.ts'
import { manageTagsForm } from '../tags/forms.ts'
import { deviceSelection } from './filters.ts'

const { tag_id } = optionalFields(manageTagsForm)

/** Devices that get the same tags, named or selected by the filter of a list; in `data` each may have its own. */
const body = z.object({
  data: z.optional(
    z.array(z.object({ device_id: id('device'), tag_id })).check(z.minLength(1), z.maxLength(taggingLimits.rows)),
  ),
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(taggingLimits.devices))),
  /** Unknown names are refused, so that they cannot widen the selection. */
  filter: z.optional(z.strictObject(deviceSelection)),
  tag_id,
})

const response = z.object({
  /** Number of devices. */
  devices: z.int(),
  /** Number of tags assigned to devices, and removed from them. */
  added: z.int(),
  removed: z.int(),
})
const answer = { permission: 'assign_tags', undoable: true, method: 'PUT', body, response } as const

export const tagDevicesOfFile = endpoint({
  name: 'devices.tag_file',
  method: 'POST',
  path: '/devices/tags',
  summary:
    'Put tags on the devices of a CSV file: one a line, its MAC or serial first; a first line that names the column is skipped',
  permission: 'assign_tags',
  undoable: true,
  kind: 'upload',
  files: { file: tagFile },
  body: z.object({
    first_parameter: z.enum(['mac', 'serial']),
    tag_id: z.array(idText('tag')).check(z.minLength(1, text('forms.required')), z.maxLength(taggingLimits.tags)),
  }),
  response,
})

export const assignTags = endpoint({
  name: 'devices.assign_tags',
  path: '/devices/tags/assign',
  summary: 'Assign tags to devices, named or by the filter of a list',
  ...answer,
})

export const overwriteTags = endpoint({
  name: 'devices.overwrite_tags',
  path: '/devices/tags/overwrite',
  summary: 'Replace the tags of devices; an empty list removes all. Tags the caller does not see stay',
  ...answer,
})

export const unassignTags = endpoint({
  name: 'devices.unassign_tags',
  path: '/devices/tags/unassign',
  summary: 'Remove tags from devices; an empty list removes all. Tags the caller does not see stay',
  ...answer,
})
