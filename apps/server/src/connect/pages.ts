import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Text } from '@longreach/contract/i18n'
import { inEnglish } from '../texts.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:12vh auto;padding:0 1.5rem;color:#1c2430;background:#fff}h1{font-size:1.25rem}p{margin:.75rem 0}code{word-break:break-all}a{color:#1e5d9e}@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#12161c}a{color:#8ab8e6}}'
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (value: string) => inEnglish(value).replace(/[&<>"']/g, (sign) => escapes[sign] as string)

export interface PlainPage {
  status: number
  title: Text
  lines: readonly Text[]
  link?: { text: Text; href: string } | undefined
}

export function renderPage({ title, lines, link }: Omit<PlainPage, 'status'>): string {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const more = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style><h1>${escapeHtml(title)}</h1>${paragraphs}${more}</html>`
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Sends one of the server's own pages on a session's host; it needs no other file. */
export function answerPage(response: ServerResponse, page: PlainPage): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = renderPage(page)
  response.writeHead(page.status, { ...pageHeaders, 'content-length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
