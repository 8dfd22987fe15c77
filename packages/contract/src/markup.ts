/** The elements a line of text may contain (spec §5). */
export const lineTags = ['a', 'b', 'i', 'em', 'strong'] as const

/** The elements longer texts may contain: text, tables, links and images. */
export const markupTags = [
  ...lineTags,
  ...['p', 'br', 'hr', 'u', 's', 'sub', 'sup', 'small', 'code', 'pre', 'blockquote', 'span', 'div'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'img'],
] as const

/** Elements that are dropped together with their content. */
export const droppedTags = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title', 'textarea', 'option'],
] as const

const schemes = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:']

/** An address with one of the allowed schemes, trimmed; null for any other. */
export function safeAddress(address: string | null | undefined): string | null {
  const text = address?.trim() ?? ''
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text : null
}
