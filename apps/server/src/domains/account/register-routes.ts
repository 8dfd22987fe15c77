import { readInvitation, register, verifyEmail } from '@longreach/contract/account/register-endpoints'
import type { Brand } from '@longreach/contract/brand/schemas'
import { type Text, text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import type { Emit } from '../../events/emit.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findInvitationByToken } from '../users/invitations/store.ts'
import type { LinkLimits } from './limits.ts'
import { mailVerification } from './mailed-links.ts'
import { hashPassword } from './password.ts'
import { checkPassword } from './password-rules.ts'
import { acceptInvitation } from './register-store.ts'
import { requireHttps } from './require-https.ts'
import { useVerification } from './verify-store.ts'

export interface RegisterDeps {
  queue: Queue
  mailer: Mailer
  brand: Brand
  links: LinkLimits
  allowHttp: boolean
  emit: Emit
}

const spent = (message: Text) => new Problem('FORBIDDEN', { message, source: 'token' })
const notInvited = () => spent(text('account.invitation_expired'))

export function registerRoutes({ queue, mailer, brand, links, allowHttp, emit }: RegisterDeps): Route[] {
  return [
    route(readInvitation, async ({ db, body, ip }) => {
      await links.attempt(ip)
      const found = await findInvitationByToken(db, body.token)
      if (!found) throw notInvited()
      await links.proved(ip)
      const { email, makes_company, role_title, company_id } = found
      const company_name = company_id === 0 && !makes_company ? brand.company_name : found.company_name
      return { data: { email, makes_company, role_title, company_name } }
    }),
    route(register, async ({ db, body, ip, secure, audit }) => {
      requireHttps(secure, allowHttp)
      await links.attempt(ip)
      const { token, username, password, first_name = '', last_name = '' } = body
      const invitation = await findInvitationByToken(db, token)
      if (!invitation) throw notInvited()
      const company_name = body.company_name ?? invitation.company_name
      if (company_name === null) {
        throw new Problem('VALIDATION_FAILED', { source: 'company_name', message: text('forms.required') })
      }
      const known = [username, invitation.email, company_name, first_name, last_name]
      checkPassword(password, [...known, brand.app_name, brand.company_name, brand.full_app_name])
      const registration = {
        username,
        first_name: first_name || null,
        last_name: last_name || null,
        company_name,
        password_hash: await hashPassword(password),
      }
      const user = await db.transaction().execute(async (tx) => {
        const added = await acceptInvitation(tx, { token, ...invitation }, registration)
        if (!added) throw notInvited()
        const { id: user_id, company_id, invited_by, new_company } = added
        await queue.send(tx, mailVerification, { userId: user_id, email: added.email })
        if (new_company !== null) await emit(tx, { type: 'company.created', data: { company_id } })
        await emit(tx, { type: 'user.registered', data: { user_id, company_id, invited_by, new_company } })
        return added
      })
      // Only now: otherwise anyone could find out which usernames are taken.
      await links.proved(ip)
      const after = { username, email: user.email, ...(invitation.makes_company ? { company_name } : {}) }
      audit({ target: 'user', targetId: user.id, company: user, by: { id: user.id, username }, after })
      return { data: { sends: mailer.sends } }
    }),
    route(verifyEmail, async ({ db, body, ip, audit }) => {
      await links.attempt(ip)
      const user = await db.transaction().execute(async (tx) => {
        const verified = await useVerification(tx, body.token)
        if (verified && verified.before !== null) {
          const { before: to, username } = verified
          await mailer.mail(tx, { to, template: 'email_changed', data: { username }, company: verified })
        }
        return verified
      })
      if (!user) throw spent(text('account.link_expired'))
      await links.proved(ip)
      const { id, before, email } = user
      const change = before === null ? {} : { before: { email: before } }
      audit({ target: 'user', targetId: id, company: user, by: user, ...change, after: { email } })
      return { data: {} }
    }),
  ]
}
