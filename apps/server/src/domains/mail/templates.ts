import { type BrowserName, browserText } from '@longreach/contract/account/browser-name'
import type { Brand } from '@longreach/contract/brand/schemas'
import { type Text, text } from '@longreach/contract/i18n'
import { invitationDays } from '@longreach/contract/users/invitation-schemas'

export interface MailData {
  password_reset: { link: string; username: string }
  password_changed: { username: string }
  invitation: { link: string; company: string; inviter: string }
  company_invitation: { link: string; company: string | null }
  session_ended: {
    username: string
    /** Browsers of the sign-in and of the reuse of its cookie. */
    signedIn: BrowserName
    reused: { browser: BrowserName; address: string; time: string }
  }
  email_verification: { link: string; username: string }
  email_changed: { username: string }
  /** `message` may have several lines; all texts come from others. */
  device_alert: { subject: string; message: string; device: string; link: string }
}

export type TemplateName = keyof MailData

/** The content of a mail; render.ts turns it into text and HTML. */
export interface MailText {
  subject: Text
  lines: readonly Text[]
  action?: { label: Text; link: string }
  /** Small print. */
  foot: readonly Text[]
}

type Templates = { [Name in TemplateName]: (brand: Brand, data: MailData[Name]) => MailText }

const templates: Templates = {
  password_reset: ({ app_name }, { link, username }) => ({
    subject: text('mail.password_reset_subject', { app: app_name }),
    lines: [text('mail.password_reset_requested', { username }), text('mail.link_one_hour')],
    action: { label: text('mail.set_password'), link },
    foot: [text('mail.password_unchanged')],
  }),
  password_changed: ({ app_name, support_contact }, { username }) => ({
    subject: text('mail.password_changed_subject', { app: app_name }),
    lines: [text('mail.password_was_changed', { username })],
    foot: [
      support_contact
        ? text('mail.password_not_you_contact', { contact: support_contact })
        : text('mail.password_not_you'),
    ],
  }),
  session_ended: ({ app_name }, { username, signedIn, reused: { browser, address, time } }) => ({
    subject: text('mail.session_ended_subject', { app: app_name }),
    lines: [
      text('mail.session_ended', {
        username,
        browser: browserText(signedIn),
        time,
        other: browserText(browser),
        address,
      }),
      text('mail.session_copied'),
    ],
    foot: [text('mail.session_restored')],
  }),
  invitation: ({ app_name }, { link, company, inviter }) => ({
    subject: text('mail.invitation_subject', { app: app_name, company }),
    lines: [
      text('mail.invited', { inviter, company, app: app_name }),
      text('mail.invitation_link', { count: invitationDays }),
    ],
    action: { label: text('mail.register'), link },
    foot: [text('mail.unexpected_invitation')],
  }),
  company_invitation: ({ app_name, full_app_name }, { link, company }) => ({
    subject: company
      ? text('mail.company_invitation_subject', { app: app_name, company })
      : text('mail.your_company_invitation_subject', { app: app_name }),
    lines: [
      company
        ? text('mail.company_invited', { company, app: full_app_name })
        : text('mail.your_company_invited', { app: full_app_name }),
      text('mail.company_invitation_link', { count: invitationDays }),
    ],
    action: { label: text('mail.register'), link },
    foot: [text('mail.unexpected_invitation')],
  }),
  email_verification: ({ app_name }, { link, username }) => ({
    subject: text('mail.verification_subject', { app: app_name }),
    lines: [text('mail.address_given', { username }), text('mail.link_one_day')],
    action: { label: text('mail.verify'), link },
    foot: [text('mail.not_your_account')],
  }),
  email_changed: ({ app_name, support_contact }, { username }) => ({
    subject: text('mail.email_changed_subject', { app: app_name }),
    lines: [text('mail.email_was_changed', { username })],
    foot: [
      support_contact ? text('mail.email_not_you_contact', { contact: support_contact }) : text('mail.email_not_you'),
    ],
  }),
  device_alert: ({ app_name }, { subject, message, device, link }) => ({
    subject: text('mail.alert_subject', { subject }),
    lines: message
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => text('mail.alert_line', { line })),
    action: { label: text('mail.open_device'), link },
    foot: [text('mail.alert_reason', { app: app_name, device })],
  }),
}

/** Characters that turn a text into an address: a dot or at sign within a word, the colon of a scheme. */
const linkMark = /(?<=[\p{L}\p{N}_-])[.@](?=[\p{L}\p{N}_-])|:(?=\/\/)/gu

/** Others choose the names: invisible breaks keep mail programs from turning them into links. */
function withoutLinks<Data extends object>(data: Data): Data {
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    key === 'link' || typeof value !== 'string' ? value : value.replace(linkMark, '$&\u200b'),
  ])
  return Object.fromEntries(entries)
}

export function write<Name extends TemplateName>(name: Name, brand: Brand, data: MailData[Name]): MailText {
  return templates[name](brand, withoutLinks(data))
}
