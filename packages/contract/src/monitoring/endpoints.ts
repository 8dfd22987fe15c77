import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idText } from '../ids.ts'
import { flagText } from '../page.ts'
import { rangeUpTo } from '../range.ts'
import { companyMetricLimits, companyMetricNames, snapshotParameters } from './constants.ts'
import {
  companyMetricsSchema,
  dataUsageSchema,
  historyQuery,
  historySchema,
  informationSchema,
  momentQuery,
  parameterHistorySchema,
  positionSchema,
  rangeQuery,
  reportTimesSchema,
  snapshotSchema,
} from './schemas.ts'

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

export const getDataUsage = endpoint({
  name: 'monitoring.data_usage',
  method: 'GET',
  path: '/devices/{id}/data-usage',
  summary: 'Get the mobile data a device used, by day and SIM',
  permission: 'view_devices',
  params: deviceParams,
  query: rangeQuery,
  response: z.array(dataUsageSchema),
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
  }),
  response: companyMetricsSchema,
  /** Devices with values, of which the first are listed. */
  meta: totalMeta,
})
