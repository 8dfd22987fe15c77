/** Units a limit is entered in, in steps of 1024. */
export const limitUnits = ['MB', 'GB', 'TB'] as const
export type LimitUnit = (typeof limitUnits)[number]

export interface TypedLimit {
  text: string
  unit: LimitUnit
}

const bytesIn = (unit: LimitUnit) => 1024 ** (2 + limitUnits.indexOf(unit))

/** The largest unit in which a limit is at least one. */
export function splitBytes(bytes: number | null): TypedLimit {
  if (bytes === null) return { text: '', unit: 'GB' }
  const unit = limitUnits.findLast((one) => bytes >= bytesIn(one)) ?? 'MB'
  return { text: String(bytes / bytesIn(unit)), unit }
}

/** What was typed in bytes; a text that is no number stays as it is, for the message that says so. */
export function bytesOf({ text, unit }: TypedLimit): number | string {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return ''
  const number = Number(plain)
  return Number.isFinite(number) ? Math.round(number * bytesIn(unit)) : text
}
