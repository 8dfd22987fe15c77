import type { Text } from '@longreach/contract/i18n'
import type { ReportValue } from '@longreach/contract/link/report'
import type { Layout, Part, Slot } from './layout.ts'
import { readCustom } from './templates/custom-parameters.ts'
import { safeText, toNumber } from './value-text.ts'

export type LatestValues = Record<string, number | string | null>

export interface StoredPart {
  part: Part
  v: (number | null)[]
  t: (string | null)[]
}

/** Values of a report for a template. */
export interface TemplateReading {
  template: number
  /** Values by the id of the parameter. */
  values: Record<string, number | string | null>
  problems: Text[]
}

export interface Reading {
  parts: StoredPart[]
  latest: LatestValues
  templates: TemplateReading[]
  /** Reasons why single values were refused, one entry each. */
  refused: string[]
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
  const templates = new Map<number, TemplateReading>()
  const parts = layout.parts.map((part): StoredPart => {
    const v = new Array<number | null>(part.numbers.length).fill(null)
    const t = new Array<string | null>(part.texts.length).fill(null)
    for (const slot of part.slots) {
      const value = values[slot.from] ?? null
      if (slot.custom) {
        const { template_id: template, id } = slot.custom
        const { stored, problem } = readCustom(slot.custom, value)
        const reading = templates.get(template) ?? { template, values: {}, problems: [] }
        templates.set(template, reading)
        reading.values[id] = stored
        if (problem) reading.problems.push(problem)
        if (slot.text) t[slot.to] = stored as string | null
        else v[slot.to] = stored as number | null
      } else if (slot.text) {
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
  return { parts, latest, templates: [...templates.values()], refused }
}
