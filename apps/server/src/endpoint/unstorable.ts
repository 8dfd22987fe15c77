import { type Text, text } from '@longreach/contract/i18n'

/** Deepest nesting; deeper values exceed what the database and our own stack can process. */
const deepest = 100

export interface Unstorable {
  path: string[]
  message: Text
}

/** Finds the part of a value that the database cannot store: NUL, half a surrogate pair, endless nesting. */
export function findUnstorable(value: unknown, path: string[] = []): Unstorable | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) return { path, message: text('forms.not_text') }
    return undefined
  }
  if (value === null || typeof value !== 'object') return undefined
  if (path.length >= deepest) return { path: path.slice(0, 1), message: text('forms.too_deep', { count: deepest }) }
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(name, path) ?? findUnstorable(inner, [...path, name])
    if (found) return found
  }
  return undefined
}
