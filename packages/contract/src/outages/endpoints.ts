import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { availabilitySchema, nearbySchema, outageSchema } from './schemas.ts'

const device = z.object({ id: idText('device') })

export const listOutages = endpoint({
  name: 'outages.list',
  method: 'GET',
  path: '/devices/{id}/outages',
  summary: 'List the outages of a device with their reasons, newest first',
  permission: 'view_devices',
  params: device,
  query: listQuery(['started_at'], {}),
  response: z.array(outageSchema),
  meta: listMeta,
})

export const listNearbyOutages = endpoint({
  name: 'outages.nearby',
  method: 'GET',
  path: '/devices/{id}/outages/nearby',
  summary: 'List the devices nearby that lost their connection at about the same time as this one did last',
  permission: 'view_devices',
  params: device,
  response: nearbySchema,
})

export const getAvailability = endpoint({
  name: 'outages.availability',
  method: 'GET',
  path: '/devices/{id}/availability',
  summary: 'Get the share of the last 30 days in which a device was connected',
  permission: 'view_devices',
  params: device,
  response: availabilitySchema,
})
