import { getAvailability, listNearbyOutages, listOutages } from '@longreach/contract/outages/endpoints'
import { type Route, route } from '../../endpoint/route.ts'
import { requireDevice } from '../devices/details.ts'
import { readAvailability } from './availability.ts'
import { findNearby, findOutages } from './read.ts'

export function outageRoutes(now: () => Date): Route[] {
  return [
    route(listOutages, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      return findOutages(db, params.id, query, now())
    }),
    route(listNearbyOutages, async ({ db, scope, params }) => {
      await requireDevice(db, scope, params.id)
      return { data: await findNearby(db, scope, params.id) }
    }),
    route(getAvailability, async ({ db, scope, params }) => {
      await requireDevice(db, scope, params.id)
      return { data: await readAvailability(db, scope, params.id, now()) }
    }),
  ]
}
