import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { revokeSession } from '../../api/revoke.ts'
import type { Search } from '../../api/search.ts'

/**
 * `/logout`: ends the session, then goes where the server says or to sign-in. A full page load leaves nothing in
 * memory.
 */
export function SignOutPage() {
  const search = useSearch({ strict: false }) as Search
  const { client_id, redirect_uri } = search
  useEffect(() => {
    live.stop()
    void revokeSession({ client_id, redirect_uri }).then((next) => location.replace(next ?? '/login'))
  }, [client_id, redirect_uri])
  return null
}
