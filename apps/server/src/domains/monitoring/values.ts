import { linkLimits } from '@longreach/contract/link/limits'
import type { ReportValue } from '@longreach/contract/link/report'
import type { Layout, Part, Slot } from './layout.ts'

export type LatestValues = Record<string, number | string | null>

export interface StoredPart {
  part: Part
  v: (number | null)[]
  t: (string | null)[]
}

export interface Reading {
  parts: StoredPart[]
  latest: LatestValues
  /** Why single values were refused, one entry each. */
  refused: string[]
}

// C0, delete and C1 would reach terminals and exports; U+2028/9 and the direction overrides rearrange text for the
// reader.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Text of a device without control characters, at most linkLimits.textValue UTF-16 units and never half a pair. */
export function safeText(text: string): string {
  const clean = text.replace(unsafe, '')
  if (clean.length <= linkLimits.textValue) return clean.toWellFormed()
  return clean
    .slice(0, linkLimits.textValue)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
}

const numeric = /^-?[0-9]{1,20}(\.[0-9]{1,20})?$/

function toNumber(value: ReportValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && numeric.test(value)) return Number(value)
  return null
}

function readNumber(slot: Slot, value: ReportValue, refused: string[]): number | null {
  const number = toNumber(value)
  if (number === null || !Number.isFinite(number)) {
    refused.push(`${slot.name}: not a number`)
    return null
  }
  if (slot.range && (number < slot.range[0] || number > slot.range[1])) {
    refused.push(`${slot.name}: ${number} is outside ${slot.range[0]} … ${slot.range[1]}`)
    return null
  }
  return number
}

/** Sorts the values of one report into numbers and texts. The caller has checked that there are layout.size of them. */
export function readValues(layout: Layout, values: readonly ReportValue[]): Reading {
  const refused = layout.unknown.map((name) => `${name}: unknown parameter`)
  const latest: LatestValues = {}
  const parts = layout.parts.map((part): StoredPart => {
    const v = new Array<number | null>(part.numbers.length).fill(null)
    const t = new Array<string | null>(part.texts.length).fill(null)
    for (const slot of part.slots) {
      const value = values[slot.from] ?? null
      if (slot.text) {
        const text = value === null ? null : safeText(String(value))
        if (slot.pattern && text !== null && !slot.pattern.test(text)) {
          refused.push(`${slot.name}: not a checksum`)
          continue
        }
        t[slot.to] = text
        latest[slot.name] = text
      } else {
        const number = value === null ? null : readNumber(slot, value, refused)
        v[slot.to] = number
        latest[slot.name] = number
      }
    }
    return { part, v, t }
  })
  return { parts, latest, refused }
}
