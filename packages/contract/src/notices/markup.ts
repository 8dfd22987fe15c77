/** The elements a message may contain. The server keeps nothing else, and the console draws nothing else. */
export const noticeTags = ['p', 'br', 'b', 'i', 'ul', 'ol', 'li', 'a'] as const

/** Synonyms of them. */
export const noticeAliases: Readonly<Record<string, (typeof noticeTags)[number]>> = { strong: 'b', em: 'i' }

/** Elements whose content is not text either. */
export const noticeDropped = ['script', 'style', 'textarea', 'option', 'template', 'noscript', 'title'] as const

/** The address of an allowed link: a page by HTTPS or an email address; null for any other. */
export function noticeLink(href: string | null | undefined): string | null {
  const link = href?.trim() ?? ''
  if (!/^(https:\/\/|mailto:)/i.test(link) || !URL.canParse(link)) return null
  return new URL(link).href
}
