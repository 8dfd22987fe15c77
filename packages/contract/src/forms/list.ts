import { isEmailAddress } from '../email.ts'
import type { ListRules } from './fields.ts'
import { separatorLine, trimCell } from './sheet-text.ts'
import { words } from './words.ts'

export type Item = string | number

/** Key by which two items count as the same. */
const likeness = (rules: ListRules, item: Item) =>
  rules.noDupes ? String(item).trim().toLowerCase() : rules.uniqueItems ? item : undefined

/** True if an item occurs twice although that is not allowed. */
export function hasTwice(rules: ListRules, items: readonly Item[]): boolean {
  if (!rules.noDupes && !rules.uniqueItems) return false
  return new Set(items.map((item) => likeness(rules, item))).size < items.length
}

/** The error of one item; null if there is none. */
export function itemProblem(rules: ListRules, item: Item): string | null {
  if (rules.type === 'number') {
    if (typeof item !== 'number' || !Number.isFinite(item)) return words.number
    if (rules.min !== undefined && item < rules.min) return words.tooSmall(rules.min)
    if (rules.max !== undefined && item > rules.max) return words.tooBig(rules.max)
    return null
  }
  if (typeof item !== 'string' || item.trim() === '') return words.text
  if (item.length < (rules.minItemLength ?? 0)) return words.tooShort(rules.minItemLength ?? 0)
  const most = rules.maxItemLength ?? 200
  if (item.length > most) return words.tooLong(most)
  if (rules.pattern !== undefined && !new RegExp(`^(?:${rules.pattern})$`, 'u').test(item)) {
    return rules.patternText ?? words.pattern
  }
  if (rules.type === 'email' && !isEmailAddress(item)) return words.email
  return null
}

/** A typed item, trimmed, as a number where numbers are expected; null if empty. */
export function readItem(rules: ListRules, typed: string): Item | null {
  const text = typed.trim()
  if (text === '') return null
  return rules.type === 'number' ? Number(text) : text
}

export type Refusal = { item: string; reason: string }

/** A list with the typed or imported items added, and the rejected ones with the reason for the first. */
export function addItems(rules: ListRules, items: readonly Item[], typed: readonly string[]) {
  const list = [...items]
  const seen = new Set(items.map((item) => likeness(rules, item)))
  const refused: Refusal[] = []
  for (const text of typed) {
    const item = readItem(rules, text)
    if (item === null) continue
    const like = likeness(rules, item)
    const reason =
      itemProblem(rules, item) ??
      (like !== undefined && seen.has(like) ? words.twice : null) ??
      (rules.maxItems !== undefined && list.length >= rules.maxItems ? words.tooMany(rules.maxItems) : null)
    if (reason !== null) refused.push({ item: text.trim(), reason })
    else {
      list.push(item)
      seen.add(like)
    }
  }
  return { list, refused }
}

/** One value per line; quotes around it and characters that are not seen are removed. */
export function readCsvLines(text: string): string[] {
  return text
    .replace(separatorLine, '')
    .split(/\r\n|\n|\r/)
    .map((line) => trimCell(line).replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"')))
    .filter((line) => line !== '')
}
