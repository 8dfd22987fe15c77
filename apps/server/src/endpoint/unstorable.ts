import { type Text, text } from '@longreach/contract/i18n'

/** Levels of arrays and objects in each other; beyond them neither the database nor the own stack goes along. */
const deepest = 100

export interface Unstorable {
  path: string[]
  message: Text
}

/** Where a value from outside holds what no database takes: NUL, half a surrogate pair, endless nesting. */
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
