import { createElement, type ReactNode, useMemo } from 'react'

/** Allowed schemes of links; any other stays text. */
const schemes = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:']
const targets = ['_blank', '_self']

const richTags = ['a', 'b', 'i', 'em', 'strong']
const generalTags = [
  ...richTags,
  ...['p', 'br', 'hr', 'u', 's', 'sub', 'sup', 'small', 'code', 'pre', 'blockquote', 'span', 'div'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'img'],
]
/** Elements whose content is not text either. */
const dropped = ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title', 'textarea']

/** An allowed address; null for any other. */
function safeAddress(address: string | null): string | null {
  const text = address?.trim() ?? ''
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text : null
}

function attributesOf(element: Element): Record<string, string> | null {
  if (element.localName === 'img') {
    const src = safeAddress(element.getAttribute('src'))
    return src === null ? null : { src, alt: element.getAttribute('alt') ?? '' }
  }
  if (element.localName !== 'a') return {}
  const href = safeAddress(element.getAttribute('href'))
  const target = element.getAttribute('target') ?? ''
  const className = element.getAttribute('class')
  return {
    ...(href === null ? {} : { href, rel: 'noopener noreferrer' }),
    ...(targets.includes(target) ? { target } : {}),
    ...(className === null ? {} : { className }),
  }
}

/** Replacement of an element that is not allowed. */
type Other = (element: Element, inside: ReactNode[]) => ReactNode

function draw(nodes: Iterable<Node>, allowed: readonly string[], other: Other): ReactNode[] {
  return [...nodes].map((node, key) => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element)) return null
    const inside = draw(node.childNodes, allowed, other)
    const attributes = allowed.includes(node.localName) ? attributesOf(node) : null
    if (attributes === null) return other(node, inside)
    return createElement(node.localName, { key, ...attributes }, ...(inside.length > 0 ? [inside] : []))
  })
}

/** The source of the element, around its content. */
const asWritten: Other = (element, inside) => {
  const [open = ''] = (element.cloneNode(false) as Element).outerHTML.split('</')
  const close = element.outerHTML.endsWith(`</${element.localName}>`) ? `</${element.localName}>` : ''
  return [open, ...inside, close]
}
const withoutIt: Other = (element, inside) => (dropped.includes(element.localName) ? null : inside)

/** The parsed document runs nothing and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.childNodes

/** A line with links and emphasis; any other element is shown as source (spec §5). */
export function RichText({ text }: { text: string }) {
  return useMemo(() => draw(parse(text), richTags, asWritten), [text])
}

/** Text, tables, links and images; nothing else of the source is left (spec §5). */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => draw(parse(html), generalTags, withoutIt), [html])
}
