import {
  createDevices,
  deleteDevices,
  deviceStatistics,
  exportDevices,
  getDevice,
  getDeviceLogs,
  listDeviceLogs,
  listDevices,
  updateDevice,
  updateDevices,
} from '@longreach/contract/devices/endpoints'
import { listPlaces } from '@longreach/contract/devices/place-endpoints'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Bus } from '../../bus/bus.ts'
import { newChannel, publishToChannel } from '../../endpoint/channels.ts'
import { exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import type { Queue } from '../../jobs/queue.ts'
import { type AddDeps, addDevice } from './add.ts'
import { createAnchorCache } from './anchors.ts'
import { findUnauthorized } from './authorized/devices.ts'
import type { LogUnauthorized } from './authorized/log.ts'
import { applyChange, type ChangeDeps } from './change.ts'
import { countDevices } from './counts.ts'
import { findDevice, requireDevice } from './details.ts'
import { eachDevice } from './export.ts'
import type { ActionCounts, AvailabilityOf, DeviceFirmware } from './hooks.ts'
import { purgeDevices } from './jobs.ts'
import { deviceList } from './list.ts'
import { listed, tagsSeen } from './listed.ts'
import { findDeviceLogs } from './logs.ts'
import { findDevices } from './pages.ts'
import { findPlaces } from './places/places.ts'
import { requireLocation } from './places/position.ts'
import { selectionOfFilter, selectionOfQuery } from './selection.ts'
import { stateRoutes } from './state-routes.ts'
import { lockDevices, lockOne, lockSerials, markDeleted } from './store.ts'
import { giveTags } from './tagging/tag-routes.ts'
import { deviceAdded, deviceDropped, deviceRemoved } from './topics.ts'

export interface DeviceDeps extends AddDeps, Pick<ChangeDeps, 'turnedOn'> {
  bus: Bus
  queue: Queue
  logUnauthorized: LogUnauthorized
  agentVersion: string
  availability: readonly AvailabilityOf[]
  firmware: readonly DeviceFirmware[]
  actionCounts: readonly ActionCounts[]
}

/** The devices that a call names, or all that its filter matches. */
async function devicesToDelete(call: Pick<Call<typeof deleteDevices>, 'db' | 'scope' | 'session' | 'body'>) {
  const { device_id, filter = {} } = call.body
  return selectedIds(device_id, async (most) =>
    deviceList.ids(call.db, call.scope, { ...(await selectionOfFilter(call, filter)), sort: 'id' }, most),
  )
}

type ReadDeps = Pick<DeviceDeps, 'agentVersion' | 'availability' | 'firmware' | 'actionCounts'>

function readRoutes({ agentVersion, availability, firmware, actionCounts }: ReadDeps): Route[] {
  const anchors = createAnchorCache()
  return [
    ...stateRoutes(anchors),
    route(listDevices, async (call) => {
      const { db, scope, query } = call
      const page = await findDevices(db, anchors, scope, selectionOfQuery(call, query), query)
      return {
        data: await listed(call, page.rows, { fields: query.fields, availability }),
        meta: { total: page.total, capped: page.capped, next: page.next },
      }
    }),
    exportRoute(exportDevices, (call) => {
      const { sort, fields } = call.query
      return eachDevice(call, anchors, selectionOfQuery(call, call.query), { sort, fields, availability })
    }),
    route(deviceStatistics, async (call) => {
      const { charts, company_id } = call.query
      const data = await countDevices(call.db, call.scope, charts, company_id === undefined ? undefined : [company_id])
      // Actions are limited by the caller's context, not by `company_id`.
      if (charts.includes('actions') && company_id === undefined)
        for (const count of actionCounts) Object.assign(data.actions ?? {}, await count(call))
      return { data, meta: { agent_version: agentVersion } }
    }),
    route(listPlaces, (call) => {
      requireLocation(call.session)
      const { zoom, ...query } = call.query
      return findPlaces(call.db, call.scope, selectionOfQuery(call, query), { zoom })
    }),
    route(getDevice, async (call) => {
      const { db, scope, params } = call
      const device = await findDevice(db, scope, params.id, {
        tags: (await tagsSeen(call, [params.id])).get(params.id),
        agentVersion,
        firmware,
        located: call.session.permissions.has('view_device_location'),
      })
      if (!device) throw notFound()
      return { data: device }
    }),
    route(listDeviceLogs, ({ db, scope, query }) => findDeviceLogs(db, { scope }, query)),
    route(getDeviceLogs, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      return findDeviceLogs(db, { scope, deviceId: params.id }, query)
    }),
  ]
}

function changeRoutes(deps: DeviceDeps): Route[] {
  return [
    route(createDevices, async (call) => {
      const { db, scope, session, body, after } = call
      const outcomes = []
      await lockSerials(
        db,
        body.data.map(({ serial }) => serial),
      )
      const identities = body.data.map(({ serial, mac = null, imei = null }) => ({ serial, mac, imei }))
      const unauthorized = await findUnauthorized(db, identities)
      if (unauthorized.size > 0)
        deps.logUnauthorized(
          call,
          identities.filter((_, row) => unauthorized.has(row)),
        )
      for (const [row, device] of body.data.entries()) {
        const outcome = await addDevice(deps, db, scope, device, { row, authorized: !unauthorized.has(row) })
        if ('id' in outcome && device.tag_id) await giveTags(call, outcome, device.tag_id, 'add_device')
        outcomes.push(outcome)
      }
      const errors = outcomes.filter((outcome) => 'code' in outcome)
      const added = outcomes.filter((outcome) => 'id' in outcome)
      if (added.length === 0)
        throw new Problem(errors.every((error) => error.code === 'CONFLICT') ? 'CONFLICT' : 'VALIDATION_FAILED', {
          errors,
        })
      const channel = newChannel(session.userId, { subject: 'company', permission: 'create_devices' })
      for (const device of added) {
        call.audit({
          target: 'device',
          targetId: device.id,
          company: device,
          after: { name: device.name, serial: device.serial },
        })
        call.emit({
          type: 'device.created',
          data: {
            device_id: device.id,
            company_id: device.company_id,
            name: device.name,
            user_id: session.userId,
            enrolment_key_id: null,
          },
        })
        await publishToChannel(
          db,
          deps.bus,
          { channel, userId: session.userId, key: String(device.company_id) },
          {
            status: 'completed',
            value: text('devices.added', { name: device.name }),
          },
        )
        after(() =>
          deps.bus.publish(deviceAdded, {
            id: device.id,
            name: device.name,
            userId: session.userId,
          }),
        )
      }
      return { data: added.map(({ id }) => ({ id })), meta: { channel }, errors }
    }),
    route(updateDevice, async (call) => {
      await applyChange(call, deps, await lockOne(call, call.params.id), call.body)
      return { data: {} }
    }),
    route(updateDevices, async (call) => {
      const changes = new Map(call.body.data.map(({ id, ...change }) => [id, change]))
      const devices = await lockDevices(call.db, call.scope, [...changes.keys()])
      const errors = missingRows([...changes.keys()], devices)
      if (devices.length === 0) throw new Problem('NOT_FOUND', { errors })
      for (const device of devices) await applyChange(call, deps, device, changes.get(device.id) ?? {})
      return { data: devices.map(({ id }) => ({ id })), errors }
    }),
    route(deleteDevices, async (call) => {
      const selected = await devicesToDelete(call)
      const devices = await lockDevices(call.db, call.scope, selected)
      const errors = missingRows(call.body.device_id, devices)
      if (devices.length === 0) throw new Problem('NOT_FOUND', { errors })
      const ids = devices.map(({ id }) => id)
      await markDeleted(call.db, ids)
      await deps.queue.send(call.db, purgeDevices, { ids })
      for (const device of devices) {
        call.audit({
          target: 'device',
          targetId: device.id,
          company: device,
          before: { name: device.name, serial: device.serial },
        })
        const { id: device_id, company_id, name, serial } = device
        call.emit({ type: 'device.deleted', data: { device_id, company_id, name, serial } })
        call.after(() => {
          deps.bus.publish(deviceDropped, {
            id: device.id,
            code: linkCodes.revoked,
            reason: linkReasons[linkCodes.revoked],
          })
          deps.bus.publish(deviceRemoved, { id: device.id })
        })
      }
      return { data: ids.map((id) => ({ id })), errors }
    }),
  ]
}

export function deviceRoutes(deps: DeviceDeps): Route[] {
  return [...readRoutes(deps), ...changeRoutes(deps)]
}
