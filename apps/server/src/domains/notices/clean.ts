import { droppedTags, markupTags, safeAddress } from '@longreach/contract/markup'
import sanitizeHtml, { type Transformer } from 'sanitize-html'

/** A link whose address is refused stays without one: sanitize-html closes elements it renames with the wrong tag. */
const link: Transformer = (tagName, { href }) => {
  const safe = safeAddress(href)
  const attribs: sanitizeHtml.Attributes =
    safe === null ? {} : { href: new URL(safe).href, rel: 'noopener noreferrer', target: '_blank' }
  return { tagName, attribs }
}

const image: Transformer = (tagName, { src, alt = '' }) => {
  const safe = safeAddress(src)
  return { tagName, attribs: safe !== null && /^https?:/i.test(safe) ? { src: new URL(safe).href, alt } : {} }
}

/** The allowed part of a message; the empty text if nothing readable is left. */
export function cleanMessage(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [...markupTags],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: [...droppedTags],
    nestingLimit: 20,
    transformTags: { a: link, img: image },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }).trim()
  const readable = sanitizeHtml(clean, { allowedTags: ['img'], allowedAttributes: {} })
  return /[^\s\u00a0\u200b]/.test(readable) ? clean : ''
}
