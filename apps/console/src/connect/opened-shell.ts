import { openShell, takeTicket } from '@longreach/contract/remote/endpoints'
import type { OpenedShell } from '@longreach/contract/remote/schemas'
import { call } from '../api/call.ts'

const place = (key: string) => `shell.${key}`

function kept(key: string): OpenedShell | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(key)) ?? 'null') as OpenedShell | null
  } catch {
    return null
  }
}

/**
 * Exchanges the one-time key of a link; the link keeps working in this tab, since the browser has the session's cookie.
 */
export async function openByKey(key: string): Promise<OpenedShell> {
  const before = kept(key)
  if (before) return before
  const { data } = await call(openShell, { body: { key } })
  sessionStorage.setItem(place(key), JSON.stringify(data))
  return data
}

/** Opens a session of the signed-in user with a new link. */
export async function openBySession(sessionId: number): Promise<OpenedShell> {
  const { data } = await call(takeTicket, { params: { session_id: sessionId }, body: {} })
  return openByLink(data.link)
}

export function openByLink(link: string): Promise<OpenedShell> {
  return openByKey(new URL(link, location.origin).searchParams.get('key') ?? '')
}
