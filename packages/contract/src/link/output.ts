import { linkLimits } from './limits.ts'

const marks: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\u001b': '\\e', '\\': '\\\\' }
const plain = new Map(Object.entries(marks).map(([character, mark]) => [mark, character]))

/**
 * The text of a result in one line: newline, tab, return, escape and backslash as escapes, other control characters
 * dropped.
 */
export function escapeOutput(text: string): string {
  return text.replace(/[\p{Cc}\\]/gu, (character) => marks[character] ?? '')
}

/** Undoes escapeOutput. An unknown escape stays as it is. */
export function unescapeOutput(text: string): string {
  return text.replace(/\\./g, (mark) => plain.get(mark) ?? mark)
}

/** Splits escaped output into parts, none of which ends within an escape or a character. */
export function outputParts(escaped: string): string[] {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const piece of escaped.match(/\\.|[^\\]/gsu) ?? []) {
    const length = encoder.encode(piece).length
    if (bytes + length > linkLimits.resultPartBytes) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += piece
    bytes += length
  }
  return [...parts, part]
}
