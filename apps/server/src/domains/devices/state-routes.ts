import type { Device } from '@longreach/contract/devices/schemas'
import { getDeviceLocation, getDeviceState, listDeviceStates } from '@longreach/contract/devices/state-endpoints'
import { notFound } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import type { AnchorCache } from './anchors.ts'
import type { Selection } from './list.ts'
import { findDevices } from './pages.ts'
import { requireLocation } from './places/position.ts'
import { presentDevice } from './record.ts'

const stateOf = (device: Device) => ({
  ...device,
  online: device.status === 1,
  last_seen: device.last_connection_at,
})

/** The present state of devices, for programs that ask again and again. */
export function stateRoutes(anchors: AnchorCache): Route[] {
  const find = async (
    call: Pick<Call, 'db' | 'scope'>,
    selection: Selection,
    page: { limit: number; offset: number },
  ) => findDevices(call.db, anchors, call.scope, selection, { ...page, sort: 'id' })
  async function requireOne(call: Pick<Call, 'db' | 'scope'>, id: number): Promise<Device> {
    const [row] = (await find(call, { id: [id] } as Selection, { limit: 1, offset: 0 })).rows
    if (!row) throw notFound()
    return presentDevice(row)
  }
  return [
    route(listDeviceStates, async (call) => {
      const { id = [], ids = [], limit, offset } = call.query
      const named = [...id, ...ids]
      const selection = (named.length > 0 ? { id: named } : {}) as Selection
      const { rows, total, capped } = await find(call, selection, { limit, offset })
      return { data: rows.map((row) => stateOf(presentDevice(row))), meta: { total, capped } }
    }),
    route(getDeviceState, async (call) => ({ data: stateOf(await requireOne(call, call.params.id)) })),
    route(getDeviceLocation, async (call) => {
      requireLocation(call.session)
      const { id, position, altitude, speed, course } = await requireOne(call, call.params.id)
      const { latitude = null, longitude = null, accuracy = null, source = null, at = null } = position ?? {}
      return { data: { id, latitude, longitude, accuracy, source, at, altitude, speed, course } }
    }),
  ]
}
