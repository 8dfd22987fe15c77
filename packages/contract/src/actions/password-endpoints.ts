import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { formFields, optionalFields } from '../forms/schema.ts'
import { id, idText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { separatorField } from '../separator.ts'
import { actionLimits, passwordFile } from './constants.ts'
import { actionDevices, actionStarted } from './parts.ts'
import { generatePasswordsForm, setPasswordForm } from './password-forms.ts'
import { passwordListSchema, passwordTargetSchema } from './password-schemas.ts'

const permission = 'manage_device_passwords'

/** Rows of devices, each with its values. */
const rows = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.optional(z.array(z.object({ id: id('device'), ...shape })).check(z.minLength(1), z.maxLength(actionLimits.devices)))

export const generatePasswords = endpoint({
  name: 'actions.generate_passwords',
  method: 'POST',
  path: '/devices/passwords/generate',
  summary:
    'Generate a password for each device and set it: for devices in `data`, or for others with the settings beside them; the passwords can be downloaded once',
  permission,
  body: z.object({
    data: rows(optionalFields(generatePasswordsForm)),
    ...actionDevices,
    ...optionalFields(generatePasswordsForm),
  }),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const setPasswords = endpoint({
  name: 'actions.set_passwords',
  method: 'POST',
  path: '/devices/passwords/set',
  summary: 'Set passwords on devices: one of its own for each in `data`, or one for all others',
  permission,
  body: z.object({
    data: rows(formFields(setPasswordForm)),
    ...actionDevices,
    ...optionalFields(setPasswordForm),
  }),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const uploadPasswords = endpoint({
  name: 'actions.upload_passwords',
  method: 'POST',
  path: '/devices/passwords/upload',
  summary:
    'Set passwords on the devices of a CSV file: serial and password in each line; a first line that names the columns is skipped',
  permission,
  kind: 'upload',
  files: { file: passwordFile },
  body: z.strictObject({ show_password: z.optional(flagText()) }),
  /** Ids of the devices. */
  response: z.array(id('device')),
  meta: actionStarted.meta,
  status: 201,
})

export const listPasswordLists = endpoint({
  name: 'actions.password_lists',
  method: 'GET',
  path: '/devices/passwords/generated/tasks',
  summary: 'List batches of passwords that were generated, or set to be shown, newest first',
  permission,
  query: listQuery(['created_at'], {}),
  response: z.array(passwordListSchema),
  meta: listMeta,
})

export const listPasswordDevices = endpoint({
  name: 'actions.password_devices',
  method: 'GET',
  path: '/tasks/{id}/devices',
  summary: 'List the devices of a batch of passwords',
  permission,
  params: z.object({ id: idText('action') }),
  query: listQuery(['id'], {}),
  response: z.array(passwordTargetSchema),
  meta: listMeta,
})

export const downloadPasswords = endpoint({
  name: 'actions.download_passwords',
  method: 'GET',
  path: '/tasks/{id}/download/passwords',
  summary: 'Download the passwords of a batch as CSV: once, then they are wiped',
  permission: 'download_device_passwords',
  kind: 'download',
  readOnce: true,
  params: z.object({ id: idText('action') }),
  query: z.object(separatorField),
  response: z.string(),
})
