import { sendVerification, updateAccount } from '@longreach/contract/account/email-endpoints'
import { isEmailAddress } from '@longreach/contract/email'
import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findAccount } from '../users/store.ts'
import type { LinkLimits, SignInLimits } from './limits.ts'
import { mailVerification } from './mailed-links.ts'
import { passwordMatches } from './password.ts'
import { acceptTerms } from './store.ts'

export interface EmailDeps {
  queue: Queue
  mailer: Mailer
  signIns: SignInLimits
  links: LinkLimits
}

/** Routes for the signed-in user's own address. */
export function emailRoutes({ queue, mailer, signIns, links }: EmailDeps): Route[] {
  const data = { sends: mailer.sends }
  return [
    route(sendVerification, async ({ db, session, ip }) => {
      const { userId, email } = session
      await links.ask(email, ip)
      await queue.send(db, mailVerification, { userId, email })
      return { data }
    }),
    route(updateAccount, async ({ db, session, body, ip, audit }) => {
      if (session.actorId !== null) throw new Problem('FORBIDDEN')
      const { userId, username } = session
      if (body.tos_accepted) {
        await acceptTerms(db, userId)
        audit({ target: 'user', targetId: userId, after: { tos_accepted: true } })
      }
      if (body.email === undefined) return { data }
      // The owner of a mailbox can set a new password: a session left open must not be enough to replace the address.
      if (isEmailAddress(session.email)) {
        await signIns.confirm(session.id)
        const account = await findAccount(db, username)
        if (!(await passwordMatches(account?.password_hash, body.password ?? ''))) {
          throw new Problem('VALIDATION_FAILED', { source: 'password', message: text('account.wrong_password') })
        }
        await signIns.confirmed(session.id)
      }
      await links.ask(body.email, ip)
      await queue.send(db, mailVerification, { userId, email: body.email })
      audit({ target: 'user', targetId: userId, after: { asked_email: body.email } })
      return { data }
    }),
  ]
}
