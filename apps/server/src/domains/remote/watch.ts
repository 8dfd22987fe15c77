import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'

export interface Standing {
  id: number
  expires_at: Date
  cookie_hash: Buffer | null
  /** Reason why it has to end; null while it may continue. */
  fault: string | null
}

/**
 * The state of all sessions in one query: an end elsewhere, the sign-in, the permission, the user's company and the
 * device.
 */
export async function checkSessions(db: Db, ids: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT s.id, s.expires_at, s.cookie_hash, CASE
      WHEN s.ended_at IS NOT NULL THEN coalesce(s.end_reason, ${text('remote.end_unknown')})
      WHEN l.id IS NULL THEN ${text('remote.end_signed_out')}
      WHEN NOT ${userMay('connect_device_remote_access')} THEN ${text('remote.end_forbidden')}
      WHEN d.id IS NULL OR d.deleted_at IS NOT NULL THEN ${text('remote.end_device_deleted')}
      WHEN NOT ${userSees('d')} THEN ${text('remote.end_out_of_reach')}
    END AS fault
    FROM remote_sessions s
    LEFT JOIN sessions l ON l.id = s.login_id AND l.expires_at > now()
    LEFT JOIN users u ON u.id = s.user_id
    LEFT JOIN companies c ON c.id = u.company_id
    LEFT JOIN devices d ON d.id = s.device_id
    WHERE s.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('session of the request')}`.execute(db)
  return rows
}
