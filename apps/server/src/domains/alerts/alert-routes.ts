import { deleteAlert, deleteAlerts, exportAlerts, getAlert, listAlerts } from '@longreach/contract/alerts/endpoints'
import { alertEvent } from '@longreach/contract/alerts/events'
import type { Bus } from '../../bus/bus.ts'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import {
  findAlert,
  findAlertIds,
  findAlerts,
  type LockedAlert,
  lockAlerts,
  presentAlert,
  removeAlerts,
} from './alert-list.ts'
import { requireNamedOfAlerts } from './filters.ts'
import { alertsChanged } from './topics.ts'

type Deps = { bus: Pick<Bus, 'publish'> }

async function remove({ bus }: Deps, { db, audit, after }: Call, alerts: readonly LockedAlert[]): Promise<void> {
  await removeAlerts(
    db,
    alerts.map(({ id }) => id),
  )
  for (const alert of alerts) {
    const { company_id, l1_id, l2_id, device_id, device_name } = alert
    const place = { company_id, l1_id, l2_id }
    audit({
      target: 'alert',
      targetId: alert.id,
      name: alertEvent(alert.event).title,
      company: place,
      mentions: { device: { kind: 'device', id: device_id, name: device_name } },
      before: { message: alert.message },
    })
  }
  for (const [, [first, ...rest]] of Map.groupBy(alerts, ({ company_id }) => company_id)) {
    if (!first) continue
    const { company_id, l1_id, l2_id } = first
    const deviceIds = [...new Set([first, ...rest].map(({ device_id }) => device_id))]
    after(() => bus.publish(alertsChanged, { place: { company_id, l1_id, l2_id }, deviceIds }))
  }
}

export const alertRoutes = (deps: Deps): Route[] => [
  route(listAlerts, async ({ db, scope, query }) => {
    const { page, total, capped } = await findAlerts(db, scope, query)
    return { data: page.map(presentAlert), meta: { total, capped } }
  }),
  exportRoute(exportAlerts, ({ db, scope, query }) =>
    byIds(
      (most) => findAlertIds(db, scope, query, most),
      async (id) => (await findAlerts(db, scope, { id, limit: id.length, offset: 0 })).page.map(presentAlert),
    ),
  ),
  route(getAlert, async ({ db, scope, params }) => {
    const alert = await findAlert(db, scope, params.id)
    if (!alert) throw notFound()
    return { data: presentAlert(alert) }
  }),
  route(deleteAlert, async (call) => {
    const alerts = await lockAlerts(call.db, call.scope, [call.params.id])
    if (alerts.length === 0) throw notFound()
    await remove(deps, call as never, alerts)
    return { data: {} }
  }),
  route(deleteAlerts, async (call) => {
    const { db, scope, body } = call
    const { id, filter = {} } = body
    const selected = await selectedIds(id, async (most) => {
      await requireNamedOfAlerts(db, scope, filter)
      return findAlertIds(db, scope, filter, most)
    })
    const alerts = await lockAlerts(db, scope, selected)
    const errors = missingRows(id, alerts)
    if (alerts.length === 0) throw new Problem('NOT_FOUND', { errors })
    await remove(deps, call as never, alerts)
    return { data: alerts.map((alert) => ({ id: alert.id })), errors }
  }),
]
