import { getBaseMap, getMapTile } from '@longreach/contract/devices/place-endpoints'
import type { OpenMap } from '../../../base-map.ts'
import { notFound } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'

const month = 30 * 24 * 3600

/** The base map, and the tiles of the operator's map file. */
export const mapRoutes = ({ map, file }: OpenMap): Route[] => [
  route(getBaseMap, async () => ({ data: map })),
  route(getMapTile, async ({ params: { z, x, y }, query, reply }) => {
    if (!file || Math.max(x, y) >= 2 ** z) throw notFound()
    reply.header('cache-control', query.v === file.version ? `private, max-age=${month}, immutable` : 'no-cache')
    const tile = await file.tile(z, x, y)
    if (!tile) {
      reply.status(204)
      return { data: '' as never }
    }
    reply.header('content-type', tile.type)
    if (tile.gzip) reply.header('content-encoding', 'gzip')
    return { data: tile.bytes as never }
  }),
]
