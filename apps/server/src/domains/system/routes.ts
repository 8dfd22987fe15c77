import { getRoom } from '@longreach/contract/system/endpoints'
import { type Route, route } from '../../endpoint/route.ts'
import type { DiskSpace } from './disk-space.ts'

export function systemRoutes(space: DiskSpace): Route[] {
  return [route(getRoom, async () => ({ data: { state: space.state(), free: space.free(), wanted: space.wanted } }))]
}
