import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Logger } from 'pino'
import type { Db } from '../../../db/client.ts'
import type { Call } from '../../../endpoint/route.ts'
import { writeDeviceLogs } from '../logs.ts'
import type { Identity } from './devices.ts'

/** Logs devices that a user could not register; only the operator of the installation sees these lines. */
export type LogUnauthorized = (call: Pick<Call, 'session' | 'ip' | 'userAgent'>, devices: readonly Identity[]) => void

/** The lines are written outside the transaction of the call, which the refusal may roll back. */
export function createUnauthorizedLog(db: Db, log: Logger): LogUnauthorized {
  return ({ session, ip, userAgent }, devices) => {
    const lines = devices.map(({ serial, mac }) => ({
      type: 'connection' as const,
      status: false,
      code: linkCodes.notApproved,
      log: linkReasons[linkCodes.notApproved],
      serial,
      mac,
      userId: session.userId,
      username: session.username,
      ip,
      userAgent,
    }))
    writeDeviceLogs(db, lines).catch((error: unknown) => log.error({ err: error }, 'Refused devices were not logged'))
  }
}
