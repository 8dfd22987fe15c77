import { type Text, type TextKey, text } from '@longreach/contract/i18n'
import type * as z from 'zod/mini'

type Issue = z.core.$ZodRawIssue

function tooSmall({ origin, minimum }: { origin: string; minimum: number | bigint }): Text {
  const count = Number(minimum)
  if (origin === 'string') return count === 1 ? text('forms.required') : text('forms.too_short', { count })
  if (origin === 'array' || origin === 'set') return text('forms.too_few', { count })
  return text('forms.too_low', { least: count })
}

function tooBig({ origin, maximum }: { origin: string; maximum: number | bigint }): Text {
  const count = Number(maximum)
  if (origin === 'string') return text('forms.too_long', { count })
  if (origin === 'array' || origin === 'set') return text('forms.too_many', { count })
  return text('forms.too_high', { most: count })
}

const typeTexts: Readonly<Record<string, TextKey>> = {
  string: 'forms.text',
  number: 'forms.number',
  int: 'forms.whole',
  boolean: 'forms.yes_or_no',
  array: 'forms.list',
  object: 'forms.object',
  record: 'forms.object',
}

/** The message for a value whose schema has no message. */
export function issueText(issue: Issue): Text {
  switch (issue.code) {
    case 'invalid_type':
      return text(issue.input === undefined ? 'forms.required' : (typeTexts[issue.expected] ?? 'system.invalid_value'))
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return text('forms.one_of', { options: issue.values.join(', ') })
    case 'invalid_format':
      return text('forms.invalid_format')
    case 'not_multiple_of':
      return text('forms.multiple', { step: issue.divisor })
    case 'unrecognized_keys':
      return text('forms.unknown_fields', { fields: issue.keys.join(', ') })
    default:
      return text('system.invalid_value')
  }
}
