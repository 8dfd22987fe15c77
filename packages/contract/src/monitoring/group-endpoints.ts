import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idText } from '../ids.ts'
import { flagText, intText } from '../page.ts'
import { rangeUpTo } from '../range.ts'
import { time } from '../time-schemas.ts'
import { companyMetricLimits, companyMetricNames } from './constants.ts'
import { companyMetricsSchema } from './schemas.ts'

/** The device with the lowest or highest value, and the start of the hour or day. */
const extreme = z.nullable(
  z.object({ device_id: id('device'), serial: z.string(), value: z.number(), created_at: time() }),
)

/** In the form of RMS, with what the metrics of a company have. */
const groupDataSchema = z.extend(companyMetricsSchema, { Maximum: extreme, Minimum: extreme })

const query = {
  parameter: z.enum(companyMetricNames),
  /** Devices to skip at the start of the list. */
  offset: z._default(intText(0), 0),
}
const meta = z.object({ total: z.int() })

export const getCompanyData = endpoint({
  name: 'monitoring.company_data',
  method: 'GET',
  path: '/devices/companies/{id}/data',
  summary: "Get the values of a parameter of a company's devices, and the devices with the lowest and the highest",
  permission: 'view_devices',
  params: z.object({ id: idText('company') }),
  query: rangeUpTo(companyMetricLimits.days, { ...query, include_child_companies: z._default(flagText(), false) }),
  response: groupDataSchema,
  meta,
})

export const getTagData = endpoint({
  name: 'monitoring.tag_data',
  method: 'GET',
  path: '/devices/tags/{id}/data',
  summary: 'Get the values of a parameter of the devices with a tag, and the devices with the lowest and the highest',
  permission: 'view_devices',
  params: z.object({ id: idText('tag') }),
  query: rangeUpTo(companyMetricLimits.days, query),
  response: groupDataSchema,
  meta,
})

export const getTagGroupData = endpoint({
  name: 'monitoring.tag_group_data',
  method: 'GET',
  path: '/devices/tags/{id}/group/data',
  summary: 'Get the lowest and highest values of a parameter of the devices with a tag, over time and by device',
  permission: 'view_devices',
  params: z.object({ id: idText('tag') }),
  query: rangeUpTo(companyMetricLimits.days, query),
  response: groupDataSchema,
  meta,
})
