import { getDiskSpace } from '@longreach/contract/system/endpoints'
import { type Route, route } from '../../endpoint/route.ts'
import type { DiskSpace } from './disk-space.ts'

export function systemRoutes(space: DiskSpace): Route[] {
  return [
    route(getDiskSpace, async () => ({ data: { state: space.state(), free: space.free(), required: space.required } })),
  ]
}
