import type { Brand } from '@longreach/contract/brand/schemas'

/** What each mail is made of. */
export interface MailData {
  password_reset: { link: string; username: string }
  password_changed: { username: string }
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
}

export function write<Name extends TemplateName>(name: Name, brand: Brand, data: MailData[Name]): Letter {
  return templates[name](brand, data)
}
