import type { PermissionName } from '../permissions.ts'
import type { Condition, Field, Form, ValueField } from './fields.ts'
import { isNote, valueFields } from './fields.ts'

/** Values of a form's fields, and others that its conditions refer to. */
export type Values = Readonly<Record<string, unknown>>
export type Can = (permission: PermissionName) => boolean

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const equals = (value: unknown, expected: unknown) =>
  Array.isArray(expected) ? expected.includes(value) : value === expected

export function holds(condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, values))
  if ('any' in condition) return condition.any.some((one) => holds(one, values))
  const value = values[condition.key]
  if ('filled' in condition) return isEmpty(value) !== condition.filled
  return 'is' in condition ? equals(value, condition.is) : !equals(value, condition.not)
}

function permitted({ permission }: Field, can: Can): boolean {
  if (permission === undefined) return true
  if (typeof permission === 'object' && 'all' in permission) return permission.all.every(can)
  return [permission].flat().some(can)
}

/** Value of a control that was not filled in. */
export function emptyValue(field: ValueField): unknown {
  if (field.type === 'checkbox') return false
  if (field.type === 'multiselect' || field.type === 'table' || field.type === 'file') return []
  if ('component' in field && field.component === 'ListInput') return []
  if (field.type === 'item' || field.type === 'hidden') return field.many ? [] : null
  return field.type === 'select' || field.type === 'radio' ? null : ''
}

/**
 * The fields to show. A hidden field counts as empty for those that depend on it, so the conditions are evaluated again
 * until nothing changes; of fields that depend on each other in a circle, those that would alternate are hidden.
 */
export function shownFields({ fields }: Pick<Form, 'fields'>, values: Values, can: Can): Field[] {
  const open = fields.filter((field) => permitted(field, can))
  const after = (shown: readonly Field[]) => {
    const hidden = fields.flatMap((field) =>
      isNote(field) || shown.includes(field) ? [] : [[field.key, emptyValue(field)]],
    )
    const counted = { ...values, ...Object.fromEntries(hidden) }
    return open.filter(({ depends }) => depends === undefined || holds(depends, counted))
  }
  let shown = open
  for (let round = 0; round <= fields.length; round++) {
    const next = after(shown)
    if (next.length === shown.length && next.every((field) => shown.includes(field))) return shown
    shown = next
  }
  for (;;) {
    const next = after(shown)
    const left = shown.filter((field) => next.includes(field))
    if (left.length === shown.length) return shown
    shown = left
  }
}

/** A field that was hidden is empty when it is shown again. */
export function withoutHidden(form: Form, values: Values, can: Can): Values {
  const shown = shownFields(form, values, can)
  const hidden = valueFields(form).filter((field) => !shown.includes(field))
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field.key, emptyValue(field)])) }
}
