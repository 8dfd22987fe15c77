import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idListText, idText } from '../ids.ts'
import { intText } from '../page.ts'
import { time } from '../time-schemas.ts'
import { positionSchema } from './position.ts'
import { deviceSchema } from './schemas.ts'

const one = z.object({ id: idText('device') })
/** Devices at once: as many as a list of ids may name. */
const most = 1000

/** A device with what changes all the time, for programs that ask again and again. */
export const deviceStateSchema = z.extend(
  z.pick(deviceSchema, {
    id: true,
    status: true,
    offline_reason: true,
    last_connection_at: true,
    last_update_at: true,
    wan_state: true,
    wan_ip: true,
    mobile_ip: true,
    router_uptime: true,
    connection_uptime: true,
    clients_count: true,
    connection_state: true,
    connection_type: true,
    network_state: true,
    operator: true,
    signal: true,
    rsrp: true,
    rsrq: true,
    sinr: true,
    sim_slot: true,
    sim_state: true,
    temperature: true,
  }),
  {
    online: z.boolean(),
    /** Same as last_connection_at. */
    last_seen: z.nullable(time()),
  },
)

export const listDeviceStates = endpoint({
  name: 'devices.list_states',
  method: 'GET',
  path: '/devices/status',
  summary: 'Get the present state of devices, named by `id` or `ids`, or of all',
  permission: 'view_devices',
  query: z.object({
    id: z.optional(idListText('device')),
    /** Same as `id`. */
    ids: z.optional(idListText('device')),
    limit: z._default(intText(0, most), most),
    offset: z._default(intText(0), 0),
  }),
  response: z.array(deviceStateSchema),
  meta: z.object({ total: z.int(), capped: z.optional(z.boolean()) }),
})

export const getDeviceState = endpoint({
  name: 'devices.get_state',
  method: 'GET',
  path: '/devices/{id}/status',
  summary: 'Get the present state of a device',
  permission: 'view_devices',
  params: one,
  response: deviceStateSchema,
})

export const getDeviceLocation = endpoint({
  name: 'devices.get_location',
  method: 'GET',
  path: '/devices/{id}/location',
  summary: 'Get the position of a device; needs the permission to view locations, too',
  permission: 'view_devices',
  params: one,
  /** All null if the position is unknown. */
  response: z.object({
    id: deviceSchema.shape.id,
    latitude: z.nullable(positionSchema.shape.latitude),
    longitude: z.nullable(positionSchema.shape.longitude),
    accuracy: positionSchema.shape.accuracy,
    source: z.nullable(positionSchema.shape.source),
    at: positionSchema.shape.at,
    ...z.pick(deviceSchema, { altitude: true, speed: true, course: true }).shape,
  }),
})
