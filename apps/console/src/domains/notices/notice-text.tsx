import { droppedTags } from '@longreach/contract/markup'
import { SafeText } from '../../ui/rich-text.tsx'
import classes from './notices.module.css'

const dropped: ReadonlySet<string> = new Set(droppedTags)
const blocks: ReadonlySet<string> = new Set(['p', 'br', 'div', 'ul', 'ol', 'li', 'tr', 'th', 'td', 'caption', 'pre'])

/** A message, sanitized once more before it is shown. */
export const NoticeText = ({ html }: { html: string }) => (
  <div className={classes.text}>
    <SafeText html={html} />
  </div>
)

function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || dropped.has(node.localName)) return ''
  if (node.localName === 'img') return node.getAttribute('alt') || 'image'
  const inside = [...node.childNodes].map(textOf).join('')
  return blocks.has(node.localName) ? ` ${inside} ` : inside
}

/** A message as one line of text. The parsed document runs nothing and loads nothing. */
export const plainText = (html: string) =>
  textOf(new DOMParser().parseFromString(html, 'text/html').body).replace(/\s+/g, ' ').trim()
