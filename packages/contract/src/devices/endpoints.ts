import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, searchIn } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { timeText } from '../time-schemas.ts'
import { deviceLogTypes, deviceSorts, statisticsGroups } from './constants.ts'
import { deviceSelection } from './filters.ts'
import {
  claimChoiceSchema,
  createdEnrolmentKeySchema,
  deviceChangeSchema,
  deviceDetailsSchema,
  deviceLogSchema,
  enrolmentKeySchema,
  keyClaimSchema,
  listedDeviceSchema,
  newDeviceSchema,
  newEnrolmentKeySchema,
} from './schemas.ts'

const one = z.object({ id: idText('device') })
const changesSomething = z.refine<object>((change) => Object.keys(change).some((name) => name !== 'id'), {
  error: text('forms.no_change'),
})

export const listDevices = endpoint({
  name: 'devices.list',
  method: 'GET',
  path: '/devices',
  summary: 'List devices',
  permission: 'view_devices',
  query: listQuery(deviceSorts, {
    id: z.optional(idListText('device')),
    ...searchIn(['name', 'serial', 'mac', 'imei']),
    ...deviceSelection,
  }),
  response: z.array(z.partial(listedDeviceSchema)),
  meta: listMeta,
})

export const exportDevices = exportOf(listDevices, {
  name: 'devices.export',
  summary: 'Download the devices of a list as CSV',
  permission: 'export_devices',
  file: 'devices',
  columns: [
    'id',
    'name',
    'serial',
    'mac',
    'imei',
    'model',
    'firmware',
    'status',
    'offline_reason',
    'attention',
    'availability',
    'company_name',
    'tags',
    'description',
    'last_connection_at',
    'last_update_at',
    'signal',
    'operator',
    'connection_type',
    'network_state',
    'wan_state',
    'wan_ip',
    'mobile_ip',
    'router_uptime',
    'created_at',
  ],
})

export const deviceStatistics = endpoint({
  name: 'devices.statistics',
  method: 'GET',
  path: '/devices/statistics',
  summary: 'Count devices by group',
  permission: 'view_devices',
  query: z.object({
    /** Comma-separated groups. */
    charts: z.pipe(
      z.string().check(
        z.refine((list) => list.split(',').every((name) => (statisticsGroups as readonly string[]).includes(name)), {
          error: text('forms.one_of', { options: statisticsGroups.join(', ') }),
        }),
      ),
      z.transform((list) => list.split(',') as (typeof statisticsGroups)[number][]),
    ),
    company_id: z.optional(idText('company')),
    ...companyContext,
  }),
  response: z.record(z.string(), z.record(z.string(), z.int())),
  /** Version of the agent that this server offers. */
  meta: z.object({ agent_version: z.string() }),
})

export const getDevice = endpoint({
  name: 'devices.get',
  method: 'GET',
  path: '/devices/{id}',
  summary: 'Get one device with its latest values',
  permission: 'view_devices',
  params: one,
  response: deviceDetailsSchema,
})

export const createDevices = endpoint({
  name: 'devices.create',
  method: 'POST',
  path: '/devices',
  summary: 'Add devices by serial, MAC or IMEI, and current password',
  permission: 'create_devices',
  status: 201,
  body: z.object({ data: z.array(newDeviceSchema).check(z.minLength(1), z.maxLength(200)) }),
  response: z.array(z.object({ id: id('device') })),
  meta: z.object({ channel: z.string() }),
})

export const updateDevices = endpoint({
  name: 'devices.update_many',
  method: 'PUT',
  path: '/devices',
  summary: 'Edit several devices',
  permission: 'update_devices',
  undoable: true,
  status: 201,
  body: z.object({
    data: z
      .array(z.extend(deviceChangeSchema, { id: id('device') }).check(changesSomething))
      .check(z.minLength(1), z.maxLength(200)),
  }),
  response: z.array(z.object({ id: id('device') })),
})

export const updateDevice = endpoint({
  name: 'devices.update',
  method: 'PUT',
  path: '/devices/{id}',
  summary: 'Edit a device',
  permission: 'update_devices',
  undoable: true,
  params: one,
  body: deviceChangeSchema.check(changesSomething),
  response: empty,
})

export const deleteDevices = endpoint({
  name: 'devices.delete',
  method: 'DELETE',
  path: '/devices',
  summary: 'Delete devices with their history, named or by the filter of a list; one that is online is disconnected',
  permission: 'delete_devices',
  body: chosen('device_id', 'device', deviceSelection),
  response: z.array(z.object({ id: id('device') })),
})

export const approveDevice = endpoint({
  name: 'devices.approve',
  method: 'POST',
  path: '/devices/{id}/approve',
  summary: 'Approve the pending enrolment with that key: it replaces the key of the device',
  permission: 'update_devices',
  params: one,
  body: claimChoiceSchema,
  response: empty,
})

export const rejectDevice = endpoint({
  name: 'devices.reject',
  method: 'POST',
  path: '/devices/{id}/reject',
  summary: 'Reject the pending enrolment with that key',
  permission: 'update_devices',
  params: one,
  body: claimChoiceSchema,
  response: empty,
})

export const listKeyClaims = endpoint({
  name: 'devices.list_claims',
  method: 'GET',
  path: '/devices/{id}/claims',
  summary: 'List enrolments that would replace the key of the device and are pending approval',
  permission: 'update_devices',
  params: one,
  response: z.array(keyClaimSchema),
})

export const revokeDevice = endpoint({
  name: 'devices.revoke',
  method: 'POST',
  path: '/devices/{id}/revoke',
  summary: "Revoke the device's key and close its link at once; it has to be enrolled again",
  permission: 'update_devices',
  params: one,
  response: empty,
})

export const permitEnrolment = endpoint({
  name: 'devices.permit_enrolment',
  method: 'POST',
  path: '/devices/{id}/enrolment-permit',
  summary: "Permit one enrolment within a day to replace the device's key, also while the device is online",
  permission: 'update_devices',
  params: one,
  response: empty,
})

export const withdrawEnrolmentPermit = endpoint({
  name: 'devices.withdraw_enrolment_permit',
  method: 'DELETE',
  path: '/devices/{id}/enrolment-permit',
  summary: 'Withdraw the permit to enrol the device again',
  permission: 'update_devices',
  params: one,
  response: empty,
})

const logQuery = listQuery(['created_at'], {
  type: z.optional(z.enum(deviceLogTypes)),
  serial: z.optional(z.string().check(z.maxLength(64))),
  start_date: z.optional(timeText()),
  end_date: z.optional(timeText()),
})

export const listDeviceLogs = endpoint({
  name: 'devices.logs',
  method: 'GET',
  path: '/devices/logs',
  summary: 'List connection attempts, state changes, device events and edits of all devices, newest first',
  permission: 'view_device_logs',
  query: logQuery,
  response: z.array(deviceLogSchema),
  meta: listMeta,
})

export const getDeviceLogs = endpoint({
  name: 'devices.get_logs',
  method: 'GET',
  path: '/devices/{id}/logs',
  summary: 'List the log of one device, newest first',
  permission: 'view_device_logs',
  params: one,
  query: logQuery,
  response: z.array(deviceLogSchema),
  meta: listMeta,
})

export const listEnrolmentKeys = endpoint({
  name: 'devices.list_enrolment_keys',
  method: 'GET',
  path: '/devices/enrolment-keys',
  summary: 'List valid enrolment keys',
  permission: 'create_devices',
  query: listQuery(['created_at', 'expires_at'], { company_id: z.optional(idText('company')) }),
  response: z.array(enrolmentKeySchema),
  meta: listMeta,
})

export const createEnrolmentKey = endpoint({
  name: 'devices.create_enrolment_key',
  method: 'POST',
  path: '/devices/enrolment-keys',
  summary: 'Create an enrolment key and the install command for a device; the key is shown once',
  permission: 'create_devices',
  status: 201,
  body: newEnrolmentKeySchema,
  response: createdEnrolmentKeySchema,
})

export const deleteEnrolmentKey = endpoint({
  name: 'devices.delete_enrolment_key',
  method: 'DELETE',
  path: '/devices/enrolment-keys/{id}',
  summary: 'Remove an enrolment key; devices that used it stay',
  permission: 'create_devices',
  params: z.object({ id: idText('enrolment_key') }),
  response: empty,
})
