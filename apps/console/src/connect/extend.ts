import { extendRemoteSession } from '@longreach/contract/remote/endpoints'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { messageOf } from '../api/error.ts'
import { formatApiTime } from '../ui/format.ts'
import { toast } from '../ui/toast.ts'

const anHour = 3600

/** Extends the user's own session by an hour, and shows its new end. */
export async function extendByAnHour(sessionId: number): Promise<void> {
  try {
    const params = { session_id: sessionId }
    const { data } = await call(extendRemoteSession, { params, body: { duration: anHour } })
    toast(i18next.t('connect:extended', { time: formatApiTime(data.expires_at) }), 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
}
