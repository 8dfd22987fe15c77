import { rangePoints, ranges, type WidgetRange } from '@longreach/contract/dashboards/constants'
import { pastOf, rangeOf } from '@longreach/contract/dashboards/reads'
import type { DashboardRange } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { historyParameters } from '@longreach/contract/monitoring/constants'
import type { History } from '@longreach/contract/monitoring/schemas'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { readHistory } from '../monitoring/history.ts'
import { knownParameters } from '../monitoring/known.ts'
import { readMoment } from '../monitoring/reports.ts'
import { customOfDevice } from '../monitoring/templates/custom-parameters.ts'
import { readSimDays } from '../monitoring/usage/data-usage.ts'
import { presentUsage } from '../monitoring/usage/periods.ts'
import { modemIds } from '../monitoring/usage/sims.ts'
import { readAvailability } from '../outages/availability.ts'

const hourMs = 3_600_000

interface Asked {
  deviceId: number
  range: WidgetRange
  lines: readonly string[]
  bars: readonly string[]
  data: boolean
  online: boolean
}

/** Parameters whose past the widgets with one range show. */
export function askedOf(deviceId: number, widgets: readonly Widget[], range: WidgetRange): Asked {
  const own = widgets.filter((widget) => rangeOf(widget) === range)
  const namesOf = (type: Widget['type']) => [
    ...new Set(own.filter((widget) => widget.type === type).flatMap((widget) => pastOf(widget))),
  ]
  return {
    deviceId,
    range,
    lines: namesOf('line'),
    bars: namesOf('bar'),
    data: own.some(({ type }) => type === 'data'),
    online: own.some(({ type }) => type === 'online'),
  }
}

/** Values of the past for a device that the caller has found in its scope. */
export async function readPast(db: Db, scope: Scope, asked: Asked, now: Date): Promise<DashboardRange> {
  const { deviceId } = asked
  const from = new Date(now.getTime() - ranges[asked.range] * hourMs)
  const histories = async (names: readonly string[], points: number): Promise<History[]> => {
    const find = knownParameters(await customOfDevice(db, deviceId, names))
    // Parameters of a deleted template are not known any more.
    const known = names.filter((name) => find(name) && !find(name)?.text)
    const read = []
    for (let start = 0; start < known.length; start += historyParameters) {
      const parameters = known.slice(start, start + historyParameters)
      read.push(await readHistory(db, deviceId, { parameters, from, to: now, points }, now, find))
    }
    return read
  }
  const usage = async () =>
    presentUsage(
      await readSimDays(db, deviceId, { from, to: now, zone: 'UTC', now }),
      modemIds(await readMoment(db, deviceId, now)),
    )
  return {
    lines: await histories(asked.lines, rangePoints.line),
    bars: await histories(asked.bars, rangePoints.bar),
    data: asked.data ? await usage() : null,
    online: asked.online ? await readAvailability(db, scope, deviceId, now) : null,
  }
}
