import { dashboardLimits, grid } from '@longreach/contract/dashboards/constants'
import {
  copyDashboard,
  createDashboard,
  deleteDashboard,
  getDashboard,
  getDashboardImage,
  getDashboardPast,
  getDashboardValues,
  listDashboards,
  updateDashboard,
} from '@longreach/contract/dashboards/endpoints'
import { parametersOf, pastOf, rangeOf } from '@longreach/contract/dashboards/reads'
import type { Dashboard, DashboardPast, DashboardRange, DashboardValues } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { locationParameters } from '@longreach/contract/devices/position'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import type { Placement } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows } from '../../endpoint/selection.ts'
import { newestAlerts } from '../alerts/alert-list.ts'
import { requireDevice } from '../devices/details.ts'
import { lockOne } from '../devices/store.ts'
import type { BlobStore } from '../files/blobs.ts'
import { findImageContent } from '../files/image-store.ts'
import { sendImage } from '../files/send-image.ts'
import { namedOnce } from '../tags/named-once.ts'
import { lockGroups } from '../tasks/store.ts'
import { copyTo } from './copy.ts'
import { checkCustom } from './custom.ts'
import { askedOf, readPast } from './past.ts'
import { createShared } from './shared.ts'
import * as store from './store.ts'
import { readValues, type SharedValues } from './values.ts'
import { checkVersion } from './version.ts'

export interface DashboardDeps {
  blobs: BlobStore
  now: () => Date
}

/** Milliseconds for which a response is shared. */
const sharedFor = { values: 1000, range: 5000 } as const

type Within = Pick<Call, 'db' | 'scope'>
type One = Within & { params: store.DashboardKey }

const present = (row: store.DashboardRow): Dashboard => ({
  id: row.id,
  device_id: row.device_id,
  company_id: row.company_id,
  name: row.name,
  is_default: row.is_default,
  widgets_count: row.widgets_count,
  version: row.version,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

const targetOf = (row: store.DashboardRow) => ({
  target: 'dashboard',
  targetId: row.id,
  name: row.name,
  company: row,
  mentions: { device: { kind: 'device', id: row.device_id, name: row.device_name } },
})

const titlesOf = (widgets: readonly Widget[]) => widgets.map(({ type, title }) => title || type)

async function find({ db, scope, params }: One): Promise<store.FoundDashboard> {
  const found = await store.findDashboard(db, scope, params)
  if (!found) throw notFound()
  return found
}

/** Locks the device first, so that the defaults, names and number of its dashboards do not change meanwhile. */
async function lock(call: One): Promise<store.FoundDashboard> {
  await lockOne(call, call.params.id)
  const found = await store.lockDashboard(call.db, call.scope, call.params)
  if (!found) throw notFound()
  return found
}

/** Throws for images that the device may not show or that the caller does not see. */
async function checkImages({ db, scope }: Within, device: Placement, widgets: readonly Widget[] = []): Promise<void> {
  const ids = widgets.flatMap((widget) => (widget.type === 'image' ? [widget.options.image_id] : []))
  if (ids.length === 0) return
  const shown = new Set((await store.findShownImages(db, device, ids)).map(({ id }) => id))
  for (const id of ids) {
    if (!(await findImageContent(db, scope, id))) throw notFound('widgets')
    if (!shown.has(id))
      throw new Problem('VALIDATION_FAILED', { source: 'widgets', message: text('dashboards.image_missing') })
  }
}

/** Throws for task groups that the caller does not see. */
async function checkGroups({ db, scope }: Within, widgets: readonly Widget[] = []): Promise<void> {
  const ids = widgets.flatMap(({ type, options }) => (type === 'button' ? (options.group_id ?? []) : []))
  const found = ids.length > 0 ? await lockGroups(db, scope, [...new Set(ids)], 'key share') : []
  if (ids.some((id) => !found.some((group) => group.id === id)))
    throw new Problem('VALIDATION_FAILED', { source: 'widgets', message: text('dashboards.group_missing') })
}

/** The newest alerts of the device, at most as many as a widget shows; null for users who may not view them. */
async function readAlerts(
  { db, scope, session }: Pick<Call, 'db' | 'scope' | 'session'>,
  deviceId: number,
  widgets: readonly Widget[],
): Promise<DashboardValues['alerts']> {
  const most = Math.max(0, ...widgets.map((widget) => (widget.type === 'alerts' ? widget.options.count : 0)))
  if (most === 0 || !session.permissions.has('view_device_alerts')) return null
  const alerts = await newestAlerts(db, scope, deviceId, most)
  return alerts.map(({ alerts_configs_id, company_id, company_name, device_id, device_name, ...shown }) => shown)
}

function changeRoutes(): Route[] {
  return [
    route(createDashboard, async (call) => {
      const { db, session, params, body, audit } = call
      const device = await lockOne(call, params.id)
      const names = await store.findNames(db, device.id)
      if (names.length >= dashboardLimits.dashboards)
        throw new Problem('CONFLICT', { message: text('dashboards.too_many', { count: dashboardLimits.dashboards }) })
      const { name, is_default = false, layout = { cols: grid.columns, items: [] }, widgets = [] } = body
      await checkImages(call, device, widgets)
      await checkCustom(db, device.id, widgets)
      await checkGroups(call, widgets)
      const id = await namedOnce(
        store.insertDashboard(db, {
          device_id: device.id,
          name,
          is_default: is_default || names.length === 0,
          layout,
          widgets,
          user_id: session.userId,
          username: session.username,
        }),
      )
      audit({
        target: 'dashboard',
        targetId: id,
        name,
        company: device,
        mentions: { device: { kind: 'device', id: device.id, name: device.name } },
        after: { name, widgets: titlesOf(widgets) },
      })
      return { data: { id } }
    }),
    route(updateDashboard, async (call) => {
      const { db, session, body, audit } = call
      const found = await lock(call)
      const { version, ...change } = body
      checkVersion(found.version, version)
      // Existing objects may have been deleted, which must not block another change.
      const had = new Set(found.widgets.map((widget) => JSON.stringify(widget.options)))
      const added = change.widgets?.filter(({ options }) => !had.has(JSON.stringify(options)))
      await checkImages(call, found, added)
      await checkGroups(call, added)
      await checkCustom(db, found.device_id, change.widgets, found.widgets)
      const next = await namedOnce(store.changeDashboard(db, found, change, session))
      const { name, is_default, widgets } = change
      audit({
        ...targetOf(found),
        before: {
          name: found.name,
          ...(is_default ? { is_default: found.is_default } : {}),
          ...(widgets ? { widgets: titlesOf(found.widgets) } : {}),
        },
        after: {
          ...(name === undefined ? {} : { name }),
          ...(is_default ? { is_default } : {}),
          ...(widgets ? { widgets: titlesOf(widgets) } : {}),
        },
      })
      return { data: { version: next } }
    }),
    route(deleteDashboard, async (call) => {
      const found = await lock(call)
      await store.removeDashboard(call.db, found)
      call.audit({ ...targetOf(found), before: { name: found.name, widgets: titlesOf(found.widgets) } })
      return { data: {} }
    }),
    route(copyDashboard, async (call) => {
      const { db, scope, session, params, body, audit } = call
      const { model } = await lockOne(call, params.id)
      const found = await find(call)
      const { copied, errors } = await copyTo(db, scope, { ...found, model }, body.device_id, session)
      const seen = [...copied.map(({ device }) => device.id), ...errors.map(({ source }) => Number(source))]
      errors.push(
        ...missingRows(
          body.device_id,
          seen.map((id) => ({ id })),
        ),
      )
      if (copied.length === 0)
        throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'CONFLICT', { errors })
      for (const { id, name, device } of copied)
        audit({
          target: 'dashboard',
          targetId: id,
          name,
          company: device,
          mentions: { device: { kind: 'device', id: device.id, name: device.name } },
          after: { name },
        })
      return {
        data: copied.map(({ id, device, missing }) => ({
          id,
          device_id: device.id,
          device_name: device.name,
          missing,
        })),
        errors,
      }
    }),
  ]
}

/** Removes values that show where the device is. */
const withoutPlace = (answer: SharedValues): SharedValues => ({
  ...answer,
  values: Object.fromEntries(Object.entries(answer.values).filter(([name]) => !locationParameters.includes(name))),
  position: null,
})

const changingOf = (widgets: readonly Widget[]) => [
  ...new Set(
    widgets.flatMap((widget) => {
      if (widget.type === 'output') return [widget.options.output]
      return widget.type === 'lamps' ? parametersOf(widget) : []
    }),
  ),
]

function valueRoutes({ now }: Pick<DashboardDeps, 'now'>): Route[] {
  const values = createShared<SharedValues | undefined>(sharedFor.values)
  const ranges = createShared<DashboardRange>(sharedFor.range)
  return [
    route(getDashboardValues, async (call) => {
      const { db, session } = call
      const { id, version, device_id: deviceId, widgets } = await find(call)
      const parameters = [...new Set(widgets.flatMap(parametersOf))]
      const asked = { deviceId, parameters, past: [...new Set(widgets.flatMap(pastOf))], changing: changingOf(widgets) }
      const data = await values(`${id} ${version}`, () => readValues(db, asked, now()))
      if (!data) throw notFound()
      const alerts = await readAlerts(call, deviceId, widgets)
      const shown = session.permissions.has('view_device_location') ? data : withoutPlace(data)
      return { data: { ...shown, alerts } }
    }),
    route(getDashboardPast, async (call) => {
      const { db, scope, session } = call
      const { id, version, device_id: deviceId, widgets } = await find(call)
      const located = session.permissions.has('view_device_location')
      const allowed = (names: readonly string[]) =>
        located ? names : names.filter((name) => !locationParameters.includes(name))
      const data: DashboardPast = {}
      for (const range of new Set(widgets.flatMap((widget) => rangeOf(widget) ?? []))) {
        const asked = askedOf(deviceId, widgets, range)
        const limited = { ...asked, lines: allowed(asked.lines), bars: allowed(asked.bars) }
        data[range] = await ranges(`${id} ${version} ${range} ${located}`, () => readPast(db, scope, limited, now()))
      }
      return { data }
    }),
  ]
}

export function dashboardRoutes({ blobs, now }: DashboardDeps): Route[] {
  return [
    route(listDashboards, async ({ db, scope, params }) => {
      await requireDevice(db, scope, params.id)
      const rows = await store.findDashboards(db, scope, params.id)
      return { data: rows.map(present), meta: { total: rows.length } }
    }),
    route(getDashboard, async (call) => {
      const { layout, widgets, ...row } = await find(call)
      return { data: { ...present(row), username: row.username, layout, widgets } }
    }),
    ...changeRoutes(),
    ...valueRoutes({ now }),
    route(getDashboardImage, async (call) => {
      const found = await find(call)
      const { image_id: id } = call.params
      const shows = found.widgets.some((widget) => widget.type === 'image' && widget.options.image_id === id)
      const [image] = shows ? await store.findShownImages(call.db, found, [id]) : []
      if (!image) throw notFound()
      return sendImage(blobs, call, image, 'blob_id')
    }),
  ]
}
