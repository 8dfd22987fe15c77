import type { Brand } from '@longreach/contract/brand/schemas'
import { invitationDays } from '@longreach/contract/users/invitation-schemas'

/** What each mail is made of. */
export interface MailData {
  password_reset: { link: string; username: string }
  password_changed: { username: string }
  invitation: { link: string; company: string; inviter: string }
  company_invitation: { link: string; company: string | null }
  email_verification: { link: string; username: string }
  email_changed: { username: string }
}

export type TemplateName = keyof MailData

/** A mail in plain words; render.ts gives it its two forms. */
export interface Letter {
  subject: string
  lines: readonly string[]
  action?: { label: string; link: string }
  /** Small print. */
  foot: readonly string[]
}

type Templates = { [Name in TemplateName]: (brand: Brand, data: MailData[Name]) => Letter }

const templates: Templates = {
  password_reset: ({ app_name }, { link, username }) => ({
    subject: `${app_name}: set a new password`,
    lines: [`Somebody asked for a new password for the account ${username}.`, 'The link works once, for one hour.'],
    action: { label: 'Set a new password', link },
    foot: ['If it was not you, do nothing: the password stays as it is.'],
  }),
  password_changed: ({ app_name, support_contact }, { username }) => ({
    subject: `${app_name}: your password was changed`,
    lines: [`The password of the account ${username} was changed, and all its sessions were ended.`],
    foot: [
      `If it was not you, ask for a new password at once${support_contact ? ` and tell ${support_contact}` : ''}.`,
    ],
  }),
  invitation: ({ app_name }, { link, company, inviter }) => ({
    subject: `${app_name}: invitation to ${company}`,
    lines: [
      `${inviter} invites you to ${company} in ${app_name}.`,
      `The link leads to your account. It works once, for ${invitationDays} days.`,
    ],
    action: { label: 'Register', link },
    foot: ['If you did not expect this, do nothing: without the link there is no account.'],
  }),
  company_invitation: ({ app_name, full_app_name }, { link, company }) => ({
    subject: `${app_name}: invitation for ${company ?? 'your company'}`,
    lines: [
      `${company ?? 'Your company'} is invited to ${full_app_name}, and you to be its first administrator.`,
      `The link makes the company and your account. It works once, for ${invitationDays} days.`,
    ],
    action: { label: 'Register', link },
    foot: ['If you did not expect this, do nothing: without the link there is no account.'],
  }),
  email_verification: ({ app_name }, { link, username }) => ({
    subject: `${app_name}: verify your email address`,
    lines: [`The account ${username} was given this email address.`, 'The link works once, for one day.'],
    action: { label: 'Verify the address', link },
    foot: ['If that is not your account, do nothing: the address is not used.'],
  }),
  email_changed: ({ app_name, support_contact }, { username }) => ({
    subject: `${app_name}: your email address was changed`,
    lines: [`The account ${username} has another email address now. This one gets no more mails of it.`],
    foot: [`If it was not you, tell ${support_contact ?? 'an administrator'} at once.`],
  }),
}

export function write<Name extends TemplateName>(name: Name, brand: Brand, data: MailData[Name]): Letter {
  return templates[name](brand, data)
}
