import { Transform } from 'node:stream'
import { outward, outwardRefresh } from './outward.ts'
import type { Sides } from './sides.ts'

/** Bytes of a document within which its head ends. */
const longestHead = 32 * 1024
const headEnds = /<\/head\b|<body\b/i
const tag = /<(base|meta)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi

const attribute = (name: string) => new RegExp(`(\\s${name}\\s*=\\s*)(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i')
const href = attribute('href')
const content = attribute('content')

/** The tag with the value of one of its attributes changed. */
const withValue = (text: string, found: RegExp, change: (value: string) => string) =>
  text.replace(found, (all: string, start: string, double?: string, single?: string, bare?: string) => {
    const value = double ?? single ?? bare ?? ''
    const changed = change(value)
    if (changed === value) return all
    const quote = single === undefined ? '"' : "'"
    return `${start}${quote}${changed}${quote}`
  })

/** Leads the addresses of the target in `base` and `meta refresh` back into the session. */
export const outwardHead = (html: string, sides: Sides): string =>
  html.replace(tag, (text: string, name: string) => {
    if (name.toLowerCase() === 'base') return withValue(text, href, (value) => outward(value.trim(), sides))
    if (!/\shttp-equiv\s*=\s*["']?refresh\b/i.test(text)) return text
    return withValue(text, content, (value) => outwardRefresh(value, sides))
  })

/** Changes the head of an HTML document, and passes on the rest byte for byte. */
export function headTransform(sides: Sides): Transform {
  let waiting: Buffer | undefined = Buffer.alloc(0)
  const changed = (bytes: Buffer, length: number) => {
    const head = outwardHead(bytes.toString('latin1', 0, length), sides)
    return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(length)])
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!waiting) return done(null, chunk)
      waiting = Buffer.concat([waiting, chunk])
      const end = waiting.toString('latin1', 0, longestHead).search(headEnds)
      if (end < 0 && waiting.length < longestHead) return done()
      const whole = waiting
      waiting = undefined
      done(null, changed(whole, end < 0 ? longestHead : end))
    },
    flush(done) {
      done(null, waiting && waiting.length > 0 ? changed(waiting, waiting.length) : undefined)
    },
  })
}
