import { revokeToken } from '@longreach/contract/account/endpoints'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { live } from '../../api/live.ts'
import type { Search } from '../../api/search.ts'

/** `/logout`: ends the session, then goes where the server says or to sign-in. A full load leaves nothing behind in memory. */
export function SignOutPage() {
  const search = useSearch({ strict: false }) as Search
  const { client_id, redirect_uri } = search
  useEffect(() => {
    live.stop()
    const query = { ...(client_id ? { client_id } : {}), ...(redirect_uri ? { redirect_uri } : {}) }
    void call(revokeToken, { query })
      .then(({ data }) => data?.location ?? '/login')
      .catch(() => '/login')
      .then((next) => location.replace(next))
  }, [client_id, redirect_uri])
  return null
}
