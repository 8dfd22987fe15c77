import { createHash } from 'node:crypto'
import { checksumPattern, findParameter, isText, type Parameter } from '@longreach/contract/link/parameters'
import { groupRetention, type RetentionDays } from '@longreach/contract/monitoring/constants'
import { type CustomParameter, type FindCustom, isCustom, isTextType } from './templates/custom-parameters.ts'

/** Destination of one reported value: `from` is its index in the report, `to` in the stored `v` or `t`. */
export interface Slot {
  name: string
  from: number
  to: number
  text: boolean
  range: readonly [number, number] | null
  /** Pattern that a text must match. */
  pattern: RegExp | null
  /** Definition of a template's parameter. */
  custom?: CustomParameter
}

/** The parameter at each index of a stored row's `v` and `t`. */
export interface ParameterSet {
  numbers: readonly string[]
  texts: readonly string[]
}

/** The part of a report that goes into one history table, under one stored parameter set. */
export interface Part extends ParameterSet {
  retention: RetentionDays
  digest: string
  slots: readonly Slot[]
}

/** Storage of reports with one list of names. */
export interface Layout {
  size: number
  parts: readonly Part[]
  unknown: readonly string[]
}

type Known = Omit<Slot, 'to'>

const ofCatalogue = (parameter: Parameter) => ({
  text: isText(parameter),
  range: parameter.range,
  pattern: parameter.type === 'checksum' ? checksumPattern : null,
})

/**
 * Splits a list of reported names by retention class. Names outside the catalogue are left out and listed, except those
 * of a deleted template: the device may not know of the deletion. Within a class names are sorted, so that devices that
 * differ only in order share a set.
 */
export function layoutOf(names: readonly string[], findCustom: FindCustom = () => undefined): Layout {
  const unknown: string[] = []
  const classes = new Map<RetentionDays, Known[]>()
  const add = (retention: RetentionDays, known: Known) =>
    classes.set(retention, [...(classes.get(retention) ?? []), known])
  for (const [from, name] of names.entries()) {
    if (isCustom(name)) {
      const custom = findCustom(name)
      if (custom)
        add(custom.retention, { name, from, text: isTextType(custom.type), range: null, pattern: null, custom })
      continue
    }
    const parameter = findParameter(name)
    if (parameter) add(groupRetention[parameter.group], { name, from, ...ofCatalogue(parameter) })
    else unknown.push(name)
  }
  return { size: names.length, parts: [...classes].map(([retention, known]) => partOf(retention, known)), unknown }
}

function partOf(retention: RetentionDays, known: Known[]): Part {
  const numbers: string[] = []
  const texts: string[] = []
  const sorted = known.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const slots = sorted.map((slot) => ({ ...slot, to: (slot.text ? texts : numbers).push(slot.name) - 1 }))
  const digest = createHash('sha256')
    .update(`${numbers.join(',')};${texts.join(',')}`)
    .digest('hex')
  return { retention, numbers, texts, digest, slots }
}
