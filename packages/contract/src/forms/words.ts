import { type Text, text } from '../i18n.ts'

/** Messages about values, shared by the form and the server. */
export const words = {
  missing: text('forms.required'),
  choose: text('forms.choose'),
  text: text('forms.text'),
  number: text('forms.number'),
  whole: text('forms.whole'),
  tooShort: (length: number) => text('forms.too_short', { count: length }),
  tooLong: (length: number) => text('forms.too_long', { count: length }),
  tooSmall: (least: number) => text('forms.too_small', { least }),
  tooBig: (most: number) => text('forms.too_big', { most }),
  step: (step: number) => text('forms.step', { step }),
  pattern: text('forms.pattern'),
  mask: (mask: string) => text('forms.mask', { mask }),
  email: text('forms.email'),
  url: text('forms.url'),
  ip: text('forms.ip'),
  domain: text('forms.domain'),
  color: text('forms.color'),
  tooFew: (count: number) => text('forms.too_few', { count }),
  tooMany: (count: number) => text('forms.too_many', { count }),
  twice: text('forms.twice'),
  item: (item: unknown, problem: string) => text('forms.item', { item: String(item), problem }),
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>
