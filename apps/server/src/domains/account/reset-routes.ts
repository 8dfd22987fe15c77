import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import type { Brand } from '@longreach/contract/brand/schemas'
import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import { Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import type { Emit } from '../../events/emit.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import { sessionEnded } from '../users/topics.ts'
import type { LinkLimits, SignInLimits } from './limits.ts'
import { mailReset } from './mailed-links.ts'
import { hashPassword } from './password.ts'
import { checkPassword } from './password-rules.ts'
import { requireHttps } from './require-https.ts'
import { findReset, useReset } from './reset-store.ts'

export interface ResetDeps {
  bus: Bus
  emit: Emit
  queue: Queue
  mailer: Mailer
  brand: Brand
  signIns: SignInLimits
  links: LinkLimits
  allowHttp: boolean
}

const spent = () => new Problem('FORBIDDEN', { message: text('account.link_expired'), source: 'token' })

export function resetRoutes(deps: ResetDeps): Route[] {
  const { brand, mailer } = deps
  return [
    route(forgotPassword, async ({ db, body, ip }) => {
      await deps.links.ask(body.email, ip)
      // The account is looked up later: neither the answer nor its timing reveals whether there is one.
      await deps.queue.send(db, mailReset, { email: body.email })
      return { data: { sends: mailer.sends } }
    }),
    route(resetPassword, async ({ db, body, ip, secure, audit, after }) => {
      requireHttps(secure, deps.allowHttp)
      await deps.links.attempt(ip)
      const user = await findReset(db, body.token)
      if (!user) throw spent()
      const known = [user.username, user.email, user.company_name, brand.app_name, brand.company_name]
      checkPassword(body.password, [...known, brand.full_app_name])
      const hash = await hashPassword(body.password)
      const ended = await db.transaction().execute(async (tx) => {
        const sessions = await useReset(tx, body.token, user.id, hash)
        if (!sessions) throw spent()
        await mailer.mail(tx, {
          to: user.email,
          template: 'password_changed',
          data: { username: user.username },
          company: user,
        })
        const { id: user_id } = user
        await deps.emit(
          tx,
          ...sessions.map((session_id) => ({ type: 'session.ended' as const, data: { session_id, user_id } })),
        )
        return sessions
      })
      await deps.signIns.forget(user.username, ip)
      audit({ target: 'user', targetId: user.id, company: user, by: user })
      after(() => {
        for (const id of ended) deps.bus.publish(sessionEnded, { id })
      })
      return { data: {} }
    }),
  ]
}
