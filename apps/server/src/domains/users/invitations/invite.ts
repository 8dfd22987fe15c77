import type { Brand } from '@longreach/contract/brand/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../../db/client.ts'
import type { Placement } from '../../../db/scope.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { newLinkToken } from '../../mail/link-token.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { isSuppressed } from '../../mail/store.ts'
import { findTaken, insertInvitation, noteMail } from './store.ts'

export interface InviteDeps {
  mailer: Mailer
  brand: Brand
  /** Address of the console for browsers, never taken from a request. */
  consoleUrl: () => string
}

const suppressed = text('users.address_suppressed')
const invitedAlready = text('users.already_invited')

/** Throws one error for each address that cannot be invited. `sources`: the field of each. */
export async function checkAddresses(db: Db, emails: readonly string[], sources: readonly string[]): Promise<void> {
  const taken = await findTaken(
    db,
    emails.map((email) => email.toLowerCase()),
  )
  const errors = emails.flatMap((email, at): ErrorItem[] => {
    const key = email.toLowerCase()
    const why = taken.registered.has(key)
      ? text('users.already_registered')
      : taken.invited.has(key)
        ? invitedAlready
        : taken.suppressed.has(key)
          ? suppressed
          : null
    const message = emails.length > 1 && why ? text('users.address_refused', { email, reason: why }) : (why ?? '')
    return why === null ? [] : [{ code: 'VALIDATION_FAILED', message, source: sources[at] ?? null }]
  })
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors })
}

/** Throws if mails to the address are suppressed. */
export async function checkTakesMails(db: Db, email: string): Promise<void> {
  if (await isSuppressed(db, email)) {
    throw new Problem('VALIDATION_FAILED', {
      source: 'id',
      message: text('users.address_refused', { email, reason: suppressed }),
    })
  }
}

interface InvitationMail {
  id: number
  email: string
  place: Placement
  makesCompany: boolean
  company: string | null
  inviter: string
}

/** Mails the link of an invitation that was just created or renewed. */
export async function mailInvitation(
  db: Db,
  { mailer, brand, consoleUrl }: InviteDeps,
  invitation: InvitationMail,
  token: string,
): Promise<void> {
  const { email: to, inviter, place } = invitation
  const link = `${consoleUrl()}/register#${token}`
  const company = place.company_id === 0 && !invitation.makesCompany ? brand.company_name : invitation.company
  const mailId = invitation.makesCompany
    ? await mailer.mail(db, { to, template: 'company_invitation', data: { link, company }, company: place })
    : await mailer.mail(db, {
        to,
        template: 'invitation',
        data: { link, company: company ?? '', inviter },
        company: place,
      })
  await noteMail(db, invitation.id, mailId)
}

interface Wish {
  email: string
  role_id: number
  place: Placement & { name: string | null }
  makes_company: boolean
  invited_by: number
  inviter: string
  source: string
}

/** Creates an invitation and mails its link. The addresses were checked before. */
export async function invite(db: Db, deps: InviteDeps, wish: Wish): Promise<number> {
  const { email, role_id, place, makes_company, invited_by, inviter } = wish
  const { name, ...placement } = place
  const token = newLinkToken()
  const new_company_name = makes_company ? name : null
  const row = { ...placement, role_id, email, makes_company, new_company_name, invited_by }
  const id = await insertInvitation(db, row, token)
  if (id === undefined) throw new Problem('VALIDATION_FAILED', { source: wish.source, message: invitedAlready })
  const invitation = { id, email, place: placement, makesCompany: makes_company, company: name, inviter }
  await mailInvitation(db, deps, invitation, token)
  return id
}
