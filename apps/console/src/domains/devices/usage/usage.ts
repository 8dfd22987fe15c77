import './texts.ts'
import type { UsagePeriod } from '@longreach/contract/monitoring/usage-constants'
import { getDataUsage, getTraffic, listSims } from '@longreach/contract/monitoring/usage-endpoints'
import type { DataUsage, Traffic } from '@longreach/contract/monitoring/usage-schemas'
import { formatTime } from '@longreach/contract/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { download } from '../../../api/download.ts'
import { readLocalTime } from '../../../charts/local-time.ts'
import type { ChartData } from '../../../charts/options.ts'
import { separatorQuery } from '../../../tables/csv-separator.ts'
import { formatDate } from '../../../ui/format.ts'
import { timeZone } from '../../../ui/time-zone.ts'
import { pageOf, secondsOf, startsOf } from './range.ts'

/** Name of the time zone that days are counted in. */
export const zoneName = () => timeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export const today = () => formatDate(new Date()).slice(0, 10)

const startOf = (date: string) => formatTime(new Date((readLocalTime(`${date}T00:00`, zoneName()) ?? 0) * 1000))

export interface UsageView {
  period: UsagePeriod
  /** Number of pages before the current one. */
  back: number
}

function usageQueryOf({ period, back }: UsageView) {
  const { from, to } = pageOf(period, back, today())
  return { start_date: startOf(from), end_date: startOf(to), time_zone: zoneName(), period }
}

export const usageOptions = (id: number, view: UsageView) =>
  queryOptions({
    queryKey: ['devices', 'one', id, 'data-usage', view],
    queryFn: async ({ signal }) => {
      const { data } = await call(getDataUsage, { params: { id }, query: usageQueryOf(view) }, signal)
      const { from } = pageOf(view.period, view.back, today())
      // A month that started earlier is on the previous page.
      return data.filter(({ date }) => date >= from)
    },
    placeholderData: keepPreviousData,
  })

export const simsOptions = (id: number) =>
  queryOptions({
    queryKey: ['devices', 'one', id, 'sims'],
    queryFn: async ({ signal }) =>
      (await call(listSims, { params: { id }, query: { time_zone: zoneName() } }, signal)).data,
  })

export const trafficOptions = (id: number, view: UsageView) =>
  queryOptions({
    queryKey: ['devices', 'one', id, 'traffic', view],
    queryFn: async ({ signal }) => {
      const { start_date, end_date } = usageQueryOf(view)
      return (await call(getTraffic, { params: { id }, query: { start_date, end_date } }, signal)).data
    },
    placeholderData: keepPreviousData,
  })

export const downloadUsage = (id: number, view: UsageView) =>
  download(
    `/devices/${id}/data-usage/export/csv?${new URLSearchParams({ ...usageQueryOf(view), ...separatorQuery() })}`,
    'data-usage.csv',
  )

export const nameOfSim = (modem: number, sim: number) =>
  modem === 1 ? i18next.t('usage:sim', { sim }) : i18next.t('usage:simOfModem', { sim, modem })

/** The bars of a page; a period without reports has none. */
export function usageChart(usage: readonly DataUsage[], { period, back }: UsageView): ChartData {
  const byDate = new Map(usage.map(({ date, modems }) => [date, modems]))
  const starts = startsOf(period, pageOf(period, back, today()), [...byDate.keys()])
  const places = usage.flatMap(({ modems }) =>
    modems.flatMap(({ modem, sims }) => sims.map((sim) => ({ modem, sim: sim.sim_id }))),
  )
  const distinct = [...new Map(places.map((place) => [`${place.modem} ${place.sim}`, place])).values()]
  const sorted = distinct.sort((a, b) => a.modem - b.modem || a.sim - b.sim)
  const bytesOf = (date: string, modem: number, sim: number) =>
    byDate
      .get(date)
      ?.find((one) => one.modem === modem)
      ?.sims.find((one) => one.sim_id === sim)?.total ?? null
  return {
    times: starts.map(secondsOf),
    from: secondsOf(starts[0] ?? today()),
    to: secondsOf(starts.at(-1) ?? today()),
    series: sorted.map(({ modem, sim }, place) => ({
      name: nameOfSim(modem, sim),
      colour: place + 1,
      values: starts.map((date) => bytesOf(date, modem, sim)),
    })),
  }
}

export function sumTraffic(days: readonly Traffic[]) {
  const kinds = (['link', 'tunnel', 'file'] as const).map((kind) => ({
    kind,
    up: days.reduce((sum, day) => sum + day[kind].up, 0),
    down: days.reduce((sum, day) => sum + day[kind].down, 0),
  }))
  const total = (way: 'up' | 'down') => kinds.reduce((sum, one) => sum + one[way], 0)
  return { kinds, up: total('up'), down: total('down') }
}
