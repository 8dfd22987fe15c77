/** Units for entering a limit, in steps of 1024. */
export const limitUnits = ['MB', 'GB', 'TB'] as const
export type LimitUnit = (typeof limitUnits)[number]

export interface TypedLimit {
  text: string
  unit: LimitUnit
}

const bytesIn = (unit: LimitUnit) => 1024 ** (2 + limitUnits.indexOf(unit))

/** Splits bytes by the largest unit that gives at least 1. */
export function splitBytes(bytes: number | null): TypedLimit {
  if (bytes === null) return { text: '', unit: 'GB' }
  const unit = limitUnits.findLast((one) => bytes >= bytesIn(one)) ?? 'MB'
  return { text: String(bytes / bytesIn(unit)), unit }
}

/** Typed limit in bytes; a text that is not a number is returned as it is, so that validation reports it. */
export function bytesOf({ text, unit }: TypedLimit): number | string {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return ''
  const number = Number(plain)
  return Number.isFinite(number) ? Math.round(number * bytesIn(unit)) : text
}
