import { noticeAliases, noticeDropped, noticeLink, noticeTags } from '@longreach/contract/notices/markup'
import sanitizeHtml, { type Transformer } from 'sanitize-html'

/** The element is removed, its content kept. */
const plain = { tagName: 'span', attribs: {} }

const link: Transformer = (_, { href }) => {
  const safe = noticeLink(href)
  return safe === null ? plain : { tagName: 'a', attribs: { href: safe, rel: 'noopener noreferrer', target: '_blank' } }
}

/** The allowed part of a message; the empty text if nothing readable is left. */
export function cleanMessage(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [...noticeTags],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: [...noticeDropped],
    nestingLimit: 20,
    transformTags: {
      ...Object.fromEntries(
        Object.entries(noticeAliases).map(([name, tagName]) => [name, sanitizeHtml.simpleTransform(tagName, {})]),
      ),
      a: link,
    },
  }).trim()
  const says = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
  return /[^\s\u00a0\u200b]/.test(says) ? clean : ''
}
