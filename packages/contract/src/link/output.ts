import { linkLimits } from './limits.ts'

const marks: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\u001b': '\\e', '\\': '\\\\' }
const plain = new Map(Object.entries(marks).map(([character, mark]) => [mark, character]))

/** The text of a result in one line: newline, tab, return, escape and backslash as marks, other control characters dropped. */
export function escapeOutput(text: string): string {
  return text.replace(/[\p{Cc}\\]/gu, (character) => marks[character] ?? '')
}

/** Undoes escapeOutput. A mark it does not know stays as it is. */
export function unescapeOutput(text: string): string {
  return text.replace(/\\./g, (mark) => plain.get(mark) ?? mark)
}

/** Cuts escaped output into the texts of its parts, none ending within a mark or a character. */
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
