import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { createdBetween, searchIn } from '../filter.ts'
import { formSchema } from '../forms/schema.ts'
import { id, idListText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { time } from '../time-schemas.ts'
import { authorizeDeviceForm, authorizedFile } from './authorized-forms.ts'

const someText = () => z.nullable(z.string())

export const authorizedDeviceSchema = z.object({
  id: id('authorized_device'),
  serial: z.string(),
  /** Null if any MAC is accepted; the same for the IMEI. */
  mac: someText(),
  imei: someText(),
  model: someText(),
  batch_number: someText(),
  product_code: someText(),
  /** The user who approved it; null if deleted. */
  username: someText(),
  created_at: time(),
  /** True if a device with these values has enrolled. */
  registered: z.boolean(),
})

export type AuthorizedDevice = z.infer<typeof authorizedDeviceSchema>

const filters = { registered: z.optional(flagText()), ...createdBetween }

export const listAuthorizedDevices = endpoint({
  name: 'devices.list_authorized',
  method: 'GET',
  path: '/devices/authorized',
  summary: 'List the approved devices',
  permission: 'view_authorized_devices',
  query: listQuery(['serial', 'mac', 'model', 'batch_number', 'product_code', 'created_at'], {
    id: z.optional(idListText('authorized_device')),
    ...searchIn(['serial', 'mac', 'imei', 'model', 'batch_number', 'product_code']),
    ...filters,
  }),
  response: z.array(authorizedDeviceSchema),
  meta: listMeta,
})

export const exportAuthorizedDevices = exportOf(listAuthorizedDevices, {
  name: 'devices.export_authorized',
  summary: 'Download the approved devices as CSV',
  file: 'approved-devices',
  columns: fieldsOf(authorizedDeviceSchema),
})

export const authorizeDevice = endpoint({
  name: 'devices.authorize',
  method: 'POST',
  path: '/devices/authorized',
  summary: 'Approve a device, so that it may register',
  permission: 'authorize_devices',
  status: 201,
  body: formSchema(authorizeDeviceForm),
  response: z.object({ id: id('authorized_device') }),
})

export const authorizeFile = endpoint({
  name: 'devices.authorize_file',
  method: 'POST',
  path: '/devices/authorized/file',
  summary:
    'Approve the devices of a CSV file or of the first sheet of a workbook (.xlsx). Its first line names the columns: serial, and as needed mac, imei, model, batch_number, product_code',
  permission: 'authorize_devices',
  status: 201,
  kind: 'upload',
  files: { file: authorizedFile },
  body: z.strictObject({}),
  response: z.object({
    added: z.int(),
    /** Number of serials that were approved before; they stay as they are. */
    existing: z.int(),
  }),
})

export const unauthorizeDevices = endpoint({
  name: 'devices.unauthorize',
  method: 'DELETE',
  path: '/devices/authorized',
  summary: 'Remove approved devices, named or by the filter of the list; those that have registered stay',
  permission: 'authorize_devices',
  body: chosen('id', 'authorized_device', filters),
  response: z.array(z.object({ id: id('authorized_device') })),
})

const registration = z.object({
  /** True if only approved devices may register. */
  authorized_only: z.boolean(),
})

export const getRegistration = endpoint({
  name: 'devices.get_registration',
  method: 'GET',
  path: '/devices/authorized/registration',
  summary: 'Get whether only approved devices may register',
  permission: 'view_authorized_devices',
  response: registration,
})

export const setRegistration = endpoint({
  name: 'devices.set_registration',
  method: 'PUT',
  path: '/devices/authorized/registration',
  summary: 'Set whether only approved devices may register; devices that have registered stay',
  permission: 'authorize_devices',
  body: registration,
  response: empty,
})
