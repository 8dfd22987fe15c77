import { linkLimits } from '@longreach/contract/link/limits'
import type { ReportValue } from '@longreach/contract/link/report'

// C0, delete and C1 would reach terminals and exports; U+2028/9 and the direction overrides rearrange text for the
// reader.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * Text from a device without control characters, at most linkLimits.textValue UTF-16 units, without half a surrogate
 * pair.
 */
export function safeText(text: string): string {
  const clean = text.replace(unsafe, '')
  if (clean.length <= linkLimits.textValue) return clean.toWellFormed()
  return clean
    .slice(0, linkLimits.textValue)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
}

const numeric = /^-?[0-9]{1,20}(\.[0-9]{1,20})?$/

export function toNumber(value: ReportValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && numeric.test(value)) return Number(value)
  return null
}
