import { createHash } from 'node:crypto'
import { checksumPattern, findParameter, isText, type Parameter } from '@longreach/contract/link/parameters'
import { groupRetention, type RetentionDays } from '@longreach/contract/monitoring/constants'

/** Destination of one reported value: `from` is its index in the report, `to` in the stored `v` or `t`. */
export interface Slot {
  name: string
  from: number
  to: number
  text: boolean
  range: readonly [number, number] | null
  /** What a text has to be. */
  pattern: RegExp | null
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

/** How reports with one list of names are stored. */
export interface Layout {
  size: number
  parts: readonly Part[]
  unknown: readonly string[]
}

interface Known {
  name: string
  from: number
  parameter: Parameter
}

/**
 * Splits a list of reported names by retention class; names outside the catalogue are left out and listed. Within a
 * class names are sorted, so that devices that differ only in order share a set.
 */
export function layoutOf(names: readonly string[]): Layout {
  const unknown: string[] = []
  const classes = new Map<RetentionDays, Known[]>()
  for (const [from, name] of names.entries()) {
    const parameter = findParameter(name)
    if (!parameter) {
      unknown.push(name)
      continue
    }
    const retention = groupRetention[parameter.group]
    classes.set(retention, [...(classes.get(retention) ?? []), { name, from, parameter }])
  }
  return { size: names.length, parts: [...classes].map(([retention, known]) => partOf(retention, known)), unknown }
}

function partOf(retention: RetentionDays, known: Known[]): Part {
  const numbers: string[] = []
  const texts: string[] = []
  const sorted = known.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const slots = sorted.map(({ name, from, parameter }) => {
    const text = isText(parameter)
    const to = (text ? texts : numbers).push(name) - 1
    return {
      name,
      from,
      to,
      text,
      range: parameter.range,
      pattern: parameter.type === 'checksum' ? checksumPattern : null,
    }
  })
  const digest = createHash('sha256')
    .update(`${numbers.join(',')};${texts.join(',')}`)
    .digest('hex')
  return { retention, numbers, texts, digest, slots }
}
