import { isUtf8 } from 'node:buffer'

// Devices write texts in any encoding. In a string, a byte that is not UTF-8 is the lone surrogate U+DC00 + byte, which
// is in no text, so that the same byte is written back.

/** Characters of UTF-8 beyond ASCII, as bytes (RFC 3629). */
const utf8 =
  /((?:[\xc2-\xdf]|\xe0(?=[\xa0-\xbf])[\x80-\xbf]|\xed(?=[\x80-\x9f])[\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|(?:\xf0(?=[\x90-\xbf])|[\xf1-\xf3]|\xf4(?=[\x80-\x8f]))[\x80-\xbf]{2})[\x80-\xbf])|[\x80-\xff]/g
const escaped = /([\udc80-\udcff])/u

/** Text of a device, from which `bytesOf` makes the same bytes. */
export function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return bytes
    .toString('latin1')
    .replace(utf8, (bytes, character?: string) =>
      character === undefined
        ? String.fromCharCode(0xdc00 + bytes.charCodeAt(0))
        : Buffer.from(character, 'latin1').toString('utf8'),
    )
}

export function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  const parts = text.split(escaped)
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  )
}

/** The text for people; bytes that are not UTF-8 are written as `\xE9`. */
export const visibleText = (text: string): string =>
  text.isWellFormed()
    ? text
    : text.replace(new RegExp(escaped, 'gu'), (one) => `\\x${(one.charCodeAt(0) & 0xff).toString(16).toUpperCase()}`)
