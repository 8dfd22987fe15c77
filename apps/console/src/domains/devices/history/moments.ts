import './texts.ts'
import { findParameter, type ParameterGroup } from '@longreach/contract/link/parameters'
import { getMoment, getReportDates, getTimesOfDate } from '@longreach/contract/monitoring/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { zoneName } from '../usage/usage.ts'
import { parameterLabel } from './metrics.ts'
import { parameterText } from './parameter-text.ts'

export const datesOptions = (id: number) =>
  queryOptions({
    queryKey: ['devices', 'one', id, 'report-dates'],
    queryFn: async ({ signal }) =>
      (await call(getReportDates, { params: { id }, query: { time_zone: zoneName() } }, signal)).data,
  })

/** Times of the reports of one day, in UTC as the API writes them. */
export const timesOptions = (id: number, date: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id, 'report-times', date],
    queryFn: async ({ signal }) =>
      (await call(getTimesOfDate, { params: { id }, query: { time_zone: zoneName(), date } }, signal)).data,
  })

export const momentOptions = (id: number, time: string) =>
  queryOptions({
    queryKey: ['devices', 'moment', id, time],
    queryFn: async ({ signal }) => (await call(getMoment, { params: { id }, query: { datetime: time } }, signal)).data,
    // Reported values never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface ShownValue {
  name: string
  label: string
  text: string
}

const order: readonly ParameterGroup[] = [
  'dynamic',
  'mobile-data',
  'io',
  'gps',
  'wireless',
  'hotspot',
  'ddns',
  'l2tp',
  'static',
]

/** The values of a moment by group, in reading order, limited to those that match the typed text. */
export function groupValues(
  values: Readonly<Record<string, number | string | null>>,
  typed: string,
): { group: ParameterGroup; values: ShownValue[] }[] {
  const asked = typed.trim().toLowerCase()
  const shown = Object.entries(values).flatMap(([name, value]) => {
    const parameter = findParameter(name)
    if (!parameter || value === null || value === '') return []
    const label = fullLabel(name)
    const matches = label.toLowerCase().includes(asked) || name.includes(asked)
    return matches ? [{ group: parameter.group, name, label, text: parameterText(name, value) }] : []
  })
  return order.flatMap((group) => {
    const own = shown.filter((one) => one.group === group).sort((a, b) => a.label.localeCompare(b.label))
    return own.length > 0 ? [{ group, values: own }] : []
  })
}

/** Label of a parameter; for an instance, such as a port, with the name of the parameter. */
export function fullLabel(name: string): string {
  const parameter = findParameter(name)
  const [, instance] = name.split('.', 2)
  if (instance !== undefined) return `${parameter?.label ?? name}, ${instance}`
  return parameter && parameter.name === name ? parameter.label : parameterLabel(name)
}
