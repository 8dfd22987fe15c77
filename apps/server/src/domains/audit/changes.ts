import type { AuditChange } from '@longreach/contract/audit/endpoints'
import { type Reader, showTime, templateOf, translate } from '../../texts.ts'
import { secretMask } from './store.ts'
import { valuesOf } from './stored.ts'

const humanized = (field: string) => {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Ids are left out: the names are beside them or in the sentence. */
function isId(field: string, value: unknown): boolean {
  return /(^|_)ids?$/.test(field) || (Array.isArray(value) && value.some((one) => typeof one === 'number'))
}

const wordsOf = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** A change of one field in words; undefined if it has no visible difference. */
export function fieldChange(field: string, before: unknown, after: unknown, reader: Reader): AuditChange | undefined {
  const inWords = (value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null
    if (typeof value === 'boolean') return templateOf(value ? 'audit.yes' : 'audit.no', reader) ?? String(value)
    if (typeof value === 'string') return showTime(translate(value, reader), reader)
    if (wordsOf(value)) return value.map(nameOf).join(', ') || null
    return typeof value === 'number' ? String(value) : JSON.stringify(value)
  }
  const nameOf = (word: string) =>
    (field === 'permissions' && templateOf(`roles.permission_${word}`, reader)) || translate(word, reader)
  if (isId(field, before ?? after)) return undefined
  const label = templateOf(`audit.field_${field}`, reader) ?? humanized(field)
  if ([before, after].includes(secretMask)) {
    const hidden = templateOf('audit.hidden', reader) ?? null
    return { field, label, before: hidden, after: templateOf('audit.changed', reader) ?? null }
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  const change = { field, label, before: inWords(before), after: inWords(after) }
  if (change.before === change.after) return undefined
  if (!wordsOf(before) || !wordsOf(after)) return change
  const without = (one: string[], other: string[]) => one.filter((word) => !other.includes(word)).map(nameOf)
  return { ...change, added: without(after, before), removed: without(before, after) }
}

/**
 * The changed fields. For an edit `after` lists the fields concerned; `before` may have others that only name the
 * object.
 */
export function changedFields(before: unknown, after: unknown, reader: Reader): AuditChange[] {
  const [old, next] = [valuesOf(before), valuesOf(after)]
  const fields = Object.keys(Object.keys(next).length > 0 ? next : old)
  return fields.flatMap((field) => fieldChange(field, old[field], next[field], reader) ?? [])
}
