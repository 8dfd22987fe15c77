import { refusedSignIn } from '@longreach/contract/audit/endpoints'
import { Counter } from 'prom-client'
import type { Placement } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import type { Services } from '../../module/services.ts'
import { writeAudit } from '../audit/store.ts'
import { attemptsNoted } from './limits.ts'

interface WrongPassword {
  /** The user of the attempted username; undefined if there is none. */
  account: ({ id: number; username: string } & Placement) | undefined
  /** Number of recent attempts from the same network for the same name. */
  attempts: number
}

export interface RefusedSignIns {
  wrongPassword(call: Pick<Call, 'db' | 'ip' | 'userAgent' | 'requestId'>, wrong: WrongPassword): Promise<void>
  /** The attempt was refused before the password was checked. */
  tooMany(): void
}

/**
 * Records refused sign-ins in the audit log of the user's company and in the server's log, and counts them. Of a series
 * only the first and the last one before the wait are recorded. A name that no user has is not recorded: people type
 * passwords there.
 */
export function createRefusedSignIns({ metrics, log }: Pick<Services, 'metrics' | 'log'>): RefusedSignIns {
  const refused = new Counter({
    name: 'sign_ins_refused_total',
    help: 'Sign-ins refused, by reason: a wrong name or password, too many attempts',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  return {
    async wrongPassword({ db, ip, userAgent, requestId }, { account, attempts }) {
      refused.inc({ reason: 'credentials' })
      if (!attemptsNoted(attempts)) return
      const reason = account ? 'wrong password' : 'unknown name'
      log.warn({ address: ip, name: account?.username, reason, attempts }, 'sign-in refused')
      if (!account) return
      await writeAudit(db, refusedSignIn, { visitor: null, ip, userAgent, requestId }, [
        { target: 'user', targetId: account.id, company: account, by: account, after: { reason, attempts } },
      ])
    },
    tooMany: () => refused.inc({ reason: 'limit' }),
  }
}
