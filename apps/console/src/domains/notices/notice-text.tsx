import { noticeAliases, noticeDropped, noticeLink, noticeTags } from '@longreach/contract/notices/markup'
import { createElement, type ReactNode, useMemo } from 'react'
import classes from './notices.module.css'

const tags: ReadonlySet<string> = new Set(noticeTags)
const dropped: ReadonlySet<string> = new Set(noticeDropped)
const blocks: ReadonlySet<string> = new Set(['p', 'br', 'ul', 'ol', 'li'])

/**
 * React elements for the allowed markup of a message; of everything else the text. No HTML is inserted into the page.
 */
function draw(nodes: Iterable<Node>): ReactNode[] {
  return [...nodes].map((node, at) => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || dropped.has(node.localName)) return null
    const name = noticeAliases[node.localName] ?? node.localName
    const inside = draw(node.childNodes)
    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes in place
    if (name === 'br') return <br key={at} />
    const href = name === 'a' ? noticeLink(node.getAttribute('href')) : null
    if (href !== null)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes in place
        <a key={at} href={href} rel="noopener noreferrer" target="_blank">
          {inside}
        </a>
      )
    return tags.has(name) && name !== 'a' ? createElement(name, { key: at }, ...inside) : inside
  })
}

/** The parsed document runs nothing and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** A message, cleaned once more before it is shown. */
export function NoticeText({ html }: { html: string }) {
  const drawn = useMemo(() => draw(parse(html).childNodes), [html])
  return <div className={classes.text}>{drawn}</div>
}

function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || dropped.has(node.localName)) return ''
  const inside = [...node.childNodes].map(textOf).join('')
  return blocks.has(node.localName) ? ` ${inside} ` : inside
}

/** A message as one line. */
export const plainText = (html: string) => textOf(parse(html)).replace(/\s+/g, ' ').trim()
