import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { fieldsOf } from '../export.ts'
import { formSchema } from '../forms/schema.ts'
import { idText } from '../ids.ts'
import { intText } from '../page.ts'
import { rangeUpTo } from '../range.ts'
import { simForm } from './forms.ts'
import { usageDays } from './usage-constants.ts'
import {
  dataUsageSchema,
  simSchema,
  trafficSchema,
  usageExportQuery,
  usageQuery,
  usageRowSchema,
  zoneQuery,
  zoneText,
} from './usage-schemas.ts'

const deviceParams = z.object({ id: idText('device') })
const oneOrTwo = () => intText(1, 2)

export const getDataUsage = endpoint({
  name: 'monitoring.data_usage',
  method: 'GET',
  path: '/devices/{id}/data-usage',
  summary: 'Get the mobile data a device used, by day, week or month, modem and SIM',
  permission: 'view_devices',
  params: deviceParams,
  query: usageQuery,
  response: z.array(dataUsageSchema),
})

export const exportDataUsage = endpoint({
  name: 'monitoring.export_usage',
  method: 'GET',
  path: '/devices/{id}/data-usage/export/csv',
  summary: 'Download the mobile data a device used as CSV',
  permission: 'view_devices',
  kind: 'download',
  csv: { file: 'data-usage', columns: fieldsOf(usageRowSchema) },
  params: deviceParams,
  query: usageExportQuery,
  response: z.string(),
})

export const listSims = endpoint({
  name: 'monitoring.sims',
  method: 'GET',
  path: '/devices/{id}/sims',
  summary: 'Get the SIMs of a device: limit, what was used of it in the billing period, and what is to be expected',
  permission: 'view_devices',
  params: deviceParams,
  query: zoneQuery,
  response: z.array(simSchema),
})

export const updateSim = endpoint({
  name: 'monitoring.update_sim',
  method: 'PUT',
  path: '/devices/{id}/sims/{modem}/{sim_id}',
  summary: 'Set the data limit and the billing day of a SIM',
  permission: 'update_devices',
  undoable: true,
  params: z.object({ ...deviceParams.shape, modem: oneOrTwo(), sim_id: oneOrTwo() }),
  /** `time_zone`: its days decide about the limit. */
  body: formSchema(simForm, { time_zone: z._default(zoneText(), 'UTC') }),
  response: empty,
})

export const getTraffic = endpoint({
  name: 'monitoring.traffic',
  method: 'GET',
  path: '/devices/{id}/traffic',
  summary: 'Get what the server itself transferred to and from a device, by day (UTC)',
  permission: 'view_devices',
  params: deviceParams,
  query: rangeUpTo(usageDays, {}),
  response: z.array(trafficSchema),
})
