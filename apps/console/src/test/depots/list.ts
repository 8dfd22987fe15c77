import { endpoint } from '@longreach/contract/endpoint'
import { listMeta, listQuery } from '@longreach/contract/page'
import * as z from 'zod/mini'

export interface Depot {
  id: number
  name: string
}

export const listDepots = endpoint({
  name: 'depots.list',
  method: 'GET',
  path: '/depots',
  summary: 'List depots',
  permission: 'view_devices',
  query: listQuery(['name'], {}),
  response: z.array(z.object({ id: z.int(), name: z.string() })),
  meta: listMeta,
})
