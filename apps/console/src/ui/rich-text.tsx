import { droppedTags, lineTags, markupTags, safeAddress } from '@longreach/contract/markup'
import { createElement, type ReactNode, useMemo } from 'react'

const targets = ['_blank', '_self']

type Attributes = (element: Element) => Record<string, string> | null

const attributesOf: Attributes = (element) => {
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

/** Replaces an element that is not allowed. */
type Other = (element: Element, inside: ReactNode[]) => ReactNode

function draw(
  nodes: Iterable<Node>,
  allowed: readonly string[],
  other: Other,
  attributesFor: Attributes = attributesOf,
): ReactNode[] {
  return [...nodes].map((node, key) => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element)) return null
    const inside = draw(node.childNodes, allowed, other, attributesFor)
    const attributes = allowed.includes(node.localName) ? attributesFor(node) : null
    if (attributes === null) return other(node, inside)
    return createElement(node.localName, { key, ...attributes }, ...(inside.length > 0 ? [inside] : []))
  })
}

/** Shows the source of the element around its content. */
const asWritten: Other = (element, inside) => {
  const [open = ''] = (element.cloneNode(false) as Element).outerHTML.split('</')
  const close = element.outerHTML.endsWith(`</${element.localName}>`) ? `</${element.localName}>` : ''
  return [open, ...inside, close]
}
const withoutIt: Other = (element, inside) =>
  (droppedTags as readonly string[]).includes(element.localName) ? null : inside

/** The parsed document runs nothing and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.childNodes

/** A line with links and emphasis; any other element is shown as source (spec §5). */
export function RichText({ text }: { text: string }) {
  return useMemo(() => draw(parse(text), lineTags, asWritten), [text])
}

/** Text, tables, links and images; everything else is removed (spec §5). */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => draw(parse(html), markupTags, withoutIt), [html])
}

/** Whether an address is that of an image uploaded to this console. */
function isOwnImage(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && /^\/api\/images\/\d+$/.test(pathname)
}

/** An image of another host as a link to it: the page itself loads nothing from there. */
const imageAsLink: Other = (element, inside) => {
  if (element.localName !== 'img') return withoutIt(element, inside)
  const src = safeAddress(element.getAttribute('src'))
  if (src === null) return null
  return (
    <a key={src} href={src} target="_blank" rel="noopener noreferrer">
      {element.getAttribute('alt') || src}
    </a>
  )
}

const inNewTab: Attributes = (element) => {
  const attributes = attributesOf(element)
  if (attributes?.src !== undefined && !isOwnImage(attributes.src)) return null
  return attributes?.href === undefined ? attributes : { ...attributes, target: '_blank' }
}

/** The same for texts written by users: links open in a new tab, and images of other hosts become links. */
export function SafeText({ html }: { html: string }) {
  return useMemo(() => draw(parse(html), markupTags, imageAsLink, inNewTab), [html])
}
