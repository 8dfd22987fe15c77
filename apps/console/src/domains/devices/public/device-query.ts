import { getDevice } from '@longreach/contract/devices/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export function deviceQuery(id: number) {
  return queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: async ({ signal }) => (await call(getDevice, { params: { id } }, signal)).data,
    refetchInterval: 30_000,
  })
}
