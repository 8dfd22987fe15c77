import { getRoom } from '@longreach/contract/system/endpoints'
import { type Route, route } from '../../http/route.ts'
import type { Room } from './room.ts'

export function systemRoutes(room: Room): Route[] {
  return [route(getRoom, async () => ({ data: { state: room.state(), free: room.free(), wanted: room.wanted } }))]
}
