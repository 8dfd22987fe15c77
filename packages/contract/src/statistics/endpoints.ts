import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { endpoint, type Schema } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext, createdBetween, wordListText } from '../filter.ts'
import { companyIdText, idText } from '../ids.ts'
import { flagText, intText, listMeta, listQuery } from '../page.ts'
import { rangeUpTo, statisticsRange } from '../range.ts'
import { separatorField } from '../separator.ts'
import { timeText } from '../time-schemas.ts'
import { actionSources, seenPeriods, statisticsDays } from './constants.ts'
import {
  actionDaySchema,
  actionEntrySchema,
  attemptReasonSchema,
  attemptSchema,
  generalSchema,
  monthSchema,
  onlineRowSchema,
  onlineSchema,
  onlineTreeSchema,
  seenSchema,
} from './schemas.ts'

const range = statisticsRange(statisticsDays, {})

/** Columns of the download; all by default. */
const fields = {
  ...separatorField,
  fields: z.optional(z.string().check(z.maxLength(2000), z.regex(/^[a-z0-9_,]*$/))),
}
const downloadRange = statisticsRange(statisticsDays, fields)

/** The figures of a page as CSV. */
function downloadOf<Query extends Schema, const Columns extends readonly string[]>(declaration: {
  name: string
  path: string
  summary: string
  file: string
  columns: Columns
  query: Query
}) {
  const { file, columns, path, ...rest } = declaration
  return endpoint({
    ...rest,
    method: 'GET',
    path: `${path}/export/csv`,
    permission: 'view_statistics',
    kind: 'download',
    csv: { file, columns },
    response: z.string(),
  })
}

export const getGeneral = endpoint({
  name: 'statistics.general',
  method: 'GET',
  path: '/statistics/general',
  summary: 'Count companies, users and devices by group, and what happened in a range of time',
  permission: 'view_statistics',
  query: range,
  response: generalSchema,
})

export const exportGeneral = downloadOf({
  name: 'statistics.export_general',
  path: '/statistics/general',
  summary: 'Download the number of devices by group and value as CSV',
  file: 'devices-by-group',
  columns: ['group', 'value', 'devices'],
  query: downloadRange,
})

export const listAttempts = endpoint({
  name: 'statistics.attempts',
  method: 'GET',
  path: '/statistics/connection-manager',
  summary: 'List the attempts of devices to connect, newest first, with the reason of each result in words',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    accepted: z.optional(flagText()),
    code: z.optional(intText(0, 9999)),
    device_id: z.optional(idText('device')),
    ...createdBetween,
    ...companyContext,
  }),
  response: z.array(attemptSchema),
  meta: listMeta,
})

export const exportAttempts = exportOf(listAttempts, {
  name: 'statistics.export_attempts',
  summary: 'Download the attempts of devices to connect as CSV',
  file: 'connection-attempts',
  columns: fieldsOf(attemptSchema),
})

export const getAttemptReasons = endpoint({
  name: 'statistics.attempt_reasons',
  method: 'GET',
  path: '/statistics/connection-manager/reasons',
  summary: 'Count the attempts of devices to connect by result',
  permission: 'view_device_logs',
  query: range,
  response: z.array(attemptReasonSchema),
})

export const getMonths = endpoint({
  name: 'statistics.months',
  method: 'GET',
  path: '/statistics/months-stats',
  summary: 'Get new devices, devices seen, mobile data and actions by month',
  permission: 'view_statistics',
  query: range,
  response: z.array(monthSchema),
})

export const exportMonths = downloadOf({
  name: 'statistics.export_months',
  path: '/statistics/months-stats',
  summary: 'Download the statistics by month as CSV',
  file: 'months',
  columns: fieldsOf(monthSchema),
  query: downloadRange,
})

export const getOnline = endpoint({
  name: 'statistics.online',
  method: 'GET',
  path: '/statistics/online-devices',
  summary: 'Get how many devices were online over time',
  permission: 'view_statistics',
  query: statisticsRange(statisticsDays, {
    points: z._default(intText(10, 2000), 400),
  }),
  response: onlineSchema,
})

export const exportOnline = downloadOf({
  name: 'statistics.export_online',
  path: '/statistics/online-devices',
  summary: 'Download how many devices were online over time as CSV',
  file: 'online-devices',
  columns: fieldsOf(onlineRowSchema),
  query: downloadRange,
})

export const getOnlineTree = endpoint({
  name: 'statistics.online_tree',
  method: 'GET',
  path: '/statistics/devices/online',
  summary:
    'Get how many devices of a company and of each subsidiary were online and offline, on average over a range of time',
  permission: 'view_statistics',
  query: rangeUpTo(statisticsDays, {
    /** The caller's own company by default. */
    company_id: z.optional(companyIdText()),
    include_child_companies: z._default(flagText(), true),
  }),
  response: onlineTreeSchema,
})

export const listActionEntries = endpoint({
  name: 'statistics.actions',
  method: 'GET',
  path: '/statistics/action-logs',
  summary: 'List actions by device with their result, reason and what started them, newest first',
  permission: 'view_statistics',
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    kind: z.optional(z.string().check(z.maxLength(100))),
    state: z.optional(wordListText(targetStates)),
    source_alias: z.optional(z.enum(actionSources)),
    start_date: z.optional(timeText()),
    end_date: z.optional(timeText()),
    ...companyContext,
  }),
  response: z.array(actionEntrySchema),
  meta: listMeta,
})

export const exportActionEntries = exportOf(listActionEntries, {
  name: 'statistics.export_actions',
  summary: 'Download actions by device with their results as CSV',
  file: 'action-logs',
  columns: fieldsOf(actionEntrySchema),
})

export const getActionDays = endpoint({
  name: 'statistics.action_days',
  method: 'GET',
  path: '/statistics/action-logs/days',
  summary: 'Count actions by day and result',
  permission: 'view_statistics',
  query: range,
  response: z.array(actionDaySchema),
})

const seenQuery = { by: z._default(z.enum(seenPeriods), 'day') }

export const getSeen = endpoint({
  name: 'statistics.seen',
  method: 'GET',
  path: '/statistics/unique-devices',
  summary: 'Count the different devices that were connected or sent a report, by day or month',
  permission: 'view_statistics',
  query: statisticsRange(statisticsDays, seenQuery),
  response: z.array(seenSchema),
})

export const exportSeen = downloadOf({
  name: 'statistics.export_seen',
  path: '/statistics/unique-devices',
  summary: 'Download the number of different devices by day or month as CSV',
  file: 'unique-devices',
  columns: fieldsOf(seenSchema),
  query: statisticsRange(statisticsDays, { ...seenQuery, ...fields }),
})
