import type { Brand } from '@longreach/contract/brand/schemas'
import { text } from '@longreach/contract/i18n'
import { type Language, translate } from '../../texts.ts'
import type { MailText } from './templates.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] as string)

/** A mail in the language of its reader. */
interface Spoken {
  subject: string
  lines: readonly string[]
  action: { label: string; link: string } | undefined
  copyLink: string
  foot: readonly string[]
}

/** Black or white, whichever is easier to read on the colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

/** Mail programs support little CSS: one table, inline styles, no images. */
function toHtml(mail: Spoken, brand: Brand): string {
  const ink = inkOn(brand.color)
  const paragraph = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
  const { action } = mail
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;background:#f4f6f8;color:#1c2430;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:8px">
<tr><td style="padding:16px 28px;background:${brand.color};color:${ink};border-radius:8px 8px 0 0;font-weight:600">${escapeHtml(brand.full_app_name)}</td></tr>
<tr><td style="padding:28px 28px 12px">
${mail.lines.map((line) => paragraph(line, '')).join('\n')}
${
  action
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="background:${brand.color};border-radius:6px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:11px 20px;color:${ink};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
${paragraph(mail.copyLink, 'margin-bottom:4px;color:#5a6675;font-size:13px')}
<p style="margin:0 0 20px;font-size:13px;word-break:break-all">${escapeHtml(action.link)}</p>`
    : ''
}
${mail.foot.map((line) => paragraph(line, 'color:#5a6675;font-size:13px')).join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

function toText(mail: Spoken, brand: Brand): string {
  const action = mail.action ? [`${mail.action.label}:\n${mail.action.link}`] : []
  return `${[...mail.lines, ...action, ...mail.foot, `-- \n${brand.full_app_name}`].join('\n\n')}\n`
}

/** A single line in writing order, whatever the names in it contain. */
export const plainLine = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** A mail with text and HTML, in the brand of the installation. */
export function render(written: MailText, brand: Brand, language: Language = 'en') {
  const say = (message: string) => plainLine(translate(message, { language, zone: null }))
  const subject = say(written.subject)
  const action = written.action && { ...written.action, label: say(written.action.label) }
  const mail = {
    subject,
    lines: written.lines.map(say),
    action,
    foot: written.foot.map(say),
    copyLink: say(text('mail.copy_link')),
  }
  return { subject, text: toText(mail, brand), html: toHtml(mail, brand) }
}
