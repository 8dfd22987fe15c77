import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fieldsOf } from '../export.ts'
import { idText } from '../ids.ts'
import { flagText, intText } from '../page.ts'
import { rangeUpTo } from '../range.ts'
import { time } from '../time-schemas.ts'
import { companyMetricLimits, companyMetricNames, snapshotParameters } from './constants.ts'
import {
  companyMetricsSchema,
  datedQuery,
  exportQuery,
  historyQuery,
  historySchema,
  informationSchema,
  momentQuery,
  momentSchema,
  parameterHistorySchema,
  positionSchema,
  rangeQuery,
  rawValueSchema,
  reportTimesSchema,
  snapshotSchema,
} from './schemas.ts'
import { date, zoneQuery } from './usage-schemas.ts'

const deviceParams = z.object({ id: idText('device') })
const totalMeta = z.object({ total: z.int() })

export const getHistory = endpoint({
  name: 'monitoring.history',
  method: 'GET',
  path: '/devices/{id}/history',
  summary: 'Get parameters of a device over time, in buckets for a chart',
  permission: 'view_devices',
  params: deviceParams,
  query: historyQuery,
  response: historySchema,
})

export const getInformation = endpoint({
  name: 'monitoring.information',
  method: 'GET',
  path: '/devices/{id}/information/{type}',
  summary: 'Get the reports of a device in a time range',
  permission: 'view_devices',
  params: z.object({ ...deviceParams.shape, type: z.enum(['dynamic', 'io', 'gps']) }),
  query: rangeQuery,
  response: z.array(informationSchema),
})

export const getInformationHistory = endpoint({
  name: 'monitoring.information_history',
  method: 'GET',
  path: '/devices/{id}/information-history',
  summary: 'Get the state of a device at one moment',
  permission: 'view_devices',
  params: deviceParams,
  query: momentQuery,
  response: z.array(snapshotSchema),
})

export const getParameterHistory = endpoint({
  name: 'monitoring.parameter_history',
  method: 'GET',
  path: '/devices/{id}/information-history/parameter',
  summary: 'Get the values of one parameter of a device on one day',
  permission: 'view_devices',
  params: deviceParams,
  query: z.object({ ...momentQuery.shape, parameter: z.enum(snapshotParameters) }),
  response: z.array(parameterHistorySchema),
  meta: totalMeta,
})

export const getReportTimes = endpoint({
  name: 'monitoring.report_times',
  method: 'GET',
  path: '/devices/{id}/information-history/datetimes',
  summary: 'Get the dates and times at which a device reported',
  permission: 'view_devices',
  params: deviceParams,
  response: z.array(reportTimesSchema),
})

export const getReportDates = endpoint({
  name: 'monitoring.report_dates',
  method: 'GET',
  path: '/devices/{id}/information-history/dates',
  summary: 'Get the days on which a device reported, newest first',
  permission: 'view_devices',
  params: deviceParams,
  query: zoneQuery,
  response: z.array(date()),
})

export const getTimesOfDate = endpoint({
  name: 'monitoring.times_of_date',
  method: 'GET',
  path: '/devices/{id}/information-history/times',
  summary: 'Get the times at which a device reported on one day',
  permission: 'view_devices',
  params: deviceParams,
  query: datedQuery,
  response: z.array(time()),
})

export const getMoment = endpoint({
  name: 'monitoring.moment',
  method: 'GET',
  path: '/devices/{id}/information-history/values',
  summary: 'Get every value of a device as it was at one moment',
  permission: 'view_devices',
  params: deviceParams,
  query: momentQuery,
  response: momentSchema,
})

export const exportHistory = endpoint({
  name: 'monitoring.export_history',
  method: 'GET',
  path: '/devices/{id}/history/export/csv',
  summary: 'Download the reported values of parameters of a device as CSV',
  permission: 'view_devices',
  kind: 'download',
  csv: { file: 'history', columns: fieldsOf(rawValueSchema) },
  params: deviceParams,
  query: exportQuery,
  response: z.string(),
})

export const getLocationHistory = endpoint({
  name: 'monitoring.location_history',
  method: 'GET',
  path: '/devices/{id}/locations/history',
  summary: 'Get the positions of a device in a time range; needs the permission to view locations, too',
  permission: 'view_devices',
  params: deviceParams,
  query: rangeQuery,
  response: z.array(positionSchema),
})

export const getCompanyMetrics = endpoint({
  name: 'monitoring.company_metrics',
  method: 'GET',
  path: '/devices/companies/{id}/group/data',
  summary: "Get the lowest and highest values of a parameter of a company's devices, over time and by device",
  permission: 'view_devices',
  params: z.object({ id: idText('company') }),
  query: rangeUpTo(companyMetricLimits.days, {
    parameter: z.enum(companyMetricNames),
    include_child_companies: z._default(flagText(), false),
    /** Only devices with this tag. */
    tag_id: z.optional(idText('tag')),
    /** Devices to skip at the start of the list. */
    offset: z._default(intText(0, Number.MAX_SAFE_INTEGER), 0),
  }),
  response: companyMetricsSchema,
  /** Number of devices with values, of which 500 are listed at once. */
  meta: totalMeta,
})
