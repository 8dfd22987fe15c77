import { revokeToken } from '@longreach/contract/account/endpoints'
import { call } from './call.ts'
import { failures } from './failures.ts'

interface Application {
  client_id?: string | undefined
  redirect_uri?: string | undefined
}

/**
 * Ends the session on the server; returns the next address if the server gives one. Fails silently, but failures are
 * counted.
 */
export async function revokeSession({ client_id, redirect_uri }: Application = {}): Promise<string | null> {
  try {
    const query = { ...(client_id ? { client_id } : {}), ...(redirect_uri ? { redirect_uri } : {}) }
    const { data } = await call(revokeToken, { query })
    failures.revoke.clear()
    return data?.location ?? null
  } catch {
    failures.revoke.add()
    return null
  }
}
