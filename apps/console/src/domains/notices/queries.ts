import { readNotices } from '@longreach/contract/notices/read-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The enabled notices; none if they cannot be loaded. */
export const shownNoticesQuery = queryOptions({
  queryKey: ['notices', 'shown'],
  queryFn: async ({ signal }) => {
    try {
      return (await call(readNotices, {}, signal)).data
    } catch (error) {
      if (signal.aborted) throw error
      return []
    }
  },
})
