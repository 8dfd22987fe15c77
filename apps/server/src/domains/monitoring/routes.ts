import { locationParameters } from '@longreach/contract/devices/position'
import { text } from '@longreach/contract/i18n'
import { dynamicInformation, gpsInformation, ioInformation } from '@longreach/contract/monitoring/constants'
import {
  exportHistory,
  getCompanyMetrics,
  getHistory,
  getInformation,
  getInformationHistory,
  getLocationHistory,
  getMoment,
  getParameterHistory,
  getReportDates,
  getReportTimes,
  getTimesOfDate,
} from '@longreach/contract/monitoring/endpoints'
import { rangeOf } from '@longreach/contract/range'
import { formatTime } from '@longreach/contract/time'
import { exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { scopeOfList } from '../companies/context.ts'
import { findPlacement } from '../companies/store.ts'
import { requireDevice } from '../devices/details.ts'
import { requireLocation } from '../devices/places/position.ts'
import { groupRoutes } from './companies/group-routes.ts'
import { readCompanyMetrics } from './companies/metrics.ts'
import { readHistory } from './history.ts'
import { type FindKnown, knownParameters } from './known.ts'
import { readReportDates, readTimesOfDate } from './moments.ts'
import { presentReport, presentSnapshot, presentTimes, shownValue } from './present.ts'
import { rawValues } from './raw-values.ts'
import { readMoment, readReports, readReportTimes } from './reports.ts'
import { customOfDevice } from './templates/custom-parameters.ts'

/** Maps each field of the response to its parameter. */
const informationParameters = {
  dynamic: Object.fromEntries(dynamicInformation.map((name) => [name, name])),
  io: ioInformation,
  gps: Object.fromEntries(gpsInformation.map((name) => [name, name])),
} as const

const placing = (parameters: readonly string[]) => parameters.some((name) => locationParameters.includes(name))

const places = ['latitude', 'longitude', 'altitude', 'speed']
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

const dayMs = 86_400_000

/** Definitions of the requested parameters. Throws unless all are known, and the user may see them. */
async function requireParameters(
  { db, session }: Pick<Call, 'db' | 'session'>,
  deviceId: number,
  names: readonly string[],
): Promise<FindKnown> {
  const find = knownParameters(await customOfDevice(db, deviceId, names))
  const unknown = names.find((name) => !find(name))
  if (unknown) {
    throw new Problem('VALIDATION_FAILED', {
      message: text('devices.unknown_parameter', { name: unknown }),
      source: 'parameters',
    })
  }
  if (placing(names)) requireLocation(session, 'parameters')
  return find
}

export function monitoringRoutes(now: () => Date): Route[] {
  return [
    route(getHistory, async ({ db, scope, session, params, query }) => {
      await requireDevice(db, scope, params.id)
      const find = await requireParameters({ db, session }, params.id, query.parameters)
      const { parameters, start_date: from, end_date: to, points } = query
      return { data: await readHistory(db, params.id, { parameters, from, to, points }, now(), find) }
    }),
    route(getInformation, async ({ db, scope, session, params, query }) => {
      await requireDevice(db, scope, params.id)
      const fields: Record<string, string> = informationParameters[params.type]
      if (placing(Object.values(fields))) requireLocation(session, 'type')
      const window = { deviceId: params.id, from: query.start_date, to: query.end_date }
      const rows = await readReports(db, window, Object.values(fields))
      return { data: rows.map((row) => presentReport(row, Object.keys(fields))) }
    }),
    route(getInformationHistory, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const moment = await readMoment(db, params.id, query.datetime)
      return { data: moment ? [presentSnapshot(params.id, moment)] : [] }
    }),
    route(getParameterHistory, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const from = new Date(Math.floor(query.datetime.getTime() / dayMs) * dayMs)
      const window = { deviceId: params.id, from, to: new Date(from.getTime() + dayMs) }
      const rows = await readReports(db, window, [query.parameter])
      const data = rows.map(({ ts, values: [value] }) => ({
        [query.parameter]: shownValue(query.parameter, value ?? null),
        created_at: formatTime(ts),
      }))
      return { data, meta: { total: data.length } }
    }),
    route(getReportTimes, async ({ db, scope, params }) => {
      await requireDevice(db, scope, params.id)
      return { data: presentTimes(await readReportTimes(db, params.id)) }
    }),
    route(getReportDates, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      return { data: await readReportDates(db, params.id, query.time_zone, now()) }
    }),
    route(getTimesOfDate, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const times = await readTimesOfDate(db, params.id, query.time_zone, query.date)
      return { data: times.map(formatTime) }
    }),
    route(getMoment, async ({ db, scope, session, params, query }) => {
      await requireDevice(db, scope, params.id)
      // The offered times have no fractions of a second.
      const moment = await readMoment(db, params.id, new Date(query.datetime.getTime() + 999))
      const located = session.permissions.has('view_device_location')
      const values = [...(moment?.values ?? [])].filter(([name]) => located || !placing([name]))
      return { data: { created_at: moment && formatTime(moment.at), values: Object.fromEntries(values) } }
    }),
    exportRoute(exportHistory, async ({ db, scope, session, params, query }) => {
      await requireDevice(db, scope, params.id)
      await requireParameters({ db, session }, params.id, query.parameters)
      const { parameters, start_date: from, end_date: to } = query
      return rawValues(db, { deviceId: params.id, from, to }, parameters)
    }),
    route(getLocationHistory, async ({ db, scope, session, params, query }) => {
      await requireDevice(db, scope, params.id)
      requireLocation(session)
      const window = { deviceId: params.id, from: query.start_date, to: query.end_date }
      const rows = await readReports(db, window, places, ['latitude', 'longitude'])
      const data = rows.map(({ ts, values: [latitude, longitude, altitude, speed] }) => ({
        latitude: Number(latitude),
        longitude: Number(longitude),
        altitude: numberOf(altitude),
        speed: numberOf(speed),
        created_at: formatTime(ts),
      }))
      return { data }
    }),
    ...groupRoutes(now),
    route(getCompanyMetrics, async ({ db, scope, session, params, query }) => {
      if (!(await findPlacement(db, scope, params.id))) throw notFound('id')
      const { parameter, include_child_companies, tag_id: tag, offset } = query
      if (placing([parameter])) requireLocation(session, 'parameter')
      const within = await scopeOfList(db, scope, include_child_companies ? { within: params.id } : { only: params.id })
      const { data, total } = await readCompanyMetrics(db, within, { parameter, tag, offset, ...rangeOf(query, now()) })
      return { data, meta: { total } }
    }),
  ]
}
