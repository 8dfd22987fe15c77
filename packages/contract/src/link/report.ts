import { linkLimits } from './limits.ts'

export type ReportValue = number | string | boolean | null

/** One report of a batch. */
export interface BatchRow {
  /** Seconds since it was measured, at sending. */
  age: number
  set: number
  values: ReportValue[]
}

/** Word of `hello`'s caps: the agent sends batches when it is told to, and takes `settings` on a link that stands. */
export const batchCapability = 'batch'

export function isReportValue(value: unknown): value is ReportValue {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return !value.includes('\0')
  return value === null || typeof value === 'boolean'
}

const isNatural = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** By how much a whole number has grown, where that is shorter to say than the number. */
function growth(before: ReportValue | undefined, value: ReportValue): number | undefined {
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(value)) return undefined
  const grown = (value as number) - (before as number)
  return Number.isSafeInteger(grown) && String(grown).length + 1 < String(value).length ? grown : undefined
}

/** What a pair makes of the values: the place and its value, or −1 less the place and what it has grown by. */
function change(values: ReportValue[], place: unknown, said: unknown): boolean {
  if (!Number.isSafeInteger(place) || !isReportValue(said)) return false
  const at = (place as number) < 0 ? -1 - (place as number) : (place as number)
  const before = values[at]
  if (before === undefined) return false
  if (at === place) values[at] = said
  else if (Number.isSafeInteger(before) && Number.isSafeInteger(said))
    values[at] = (before as number) + (said as number)
  else return false
  return at === place || Number.isSafeInteger(values[at])
}

/** The values of a later row: those of the row of its set before it, changed by the pairs. */
function changed(before: readonly ReportValue[], pairs: readonly unknown[]): ReportValue[] | undefined {
  const values = [...before]
  for (let at = 0; at < pairs.length; at += 2) if (!change(values, pairs[at], pairs[at + 1])) return undefined
  return values
}

function pairOf(before: ReportValue | undefined, value: ReportValue, place: number): ReportValue[] {
  if (value === before) return []
  const grown = growth(before, value)
  return grown === undefined ? [place, value] : [-1 - place, grown]
}

/**
 * The rows of one line. The first of a set is `[set, age, value …]`, a later one `[set, age, place, value …]` with what
 * differs from the row of that set before it in the line; a place below zero says how much a number has grown. Nothing
 * outside of the line is needed, so that a line that is lost falsifies no other. A row that cannot be read is undefined,
 * and so is every one that follows.
 */
export function readBatch(rows: readonly unknown[]): (BatchRow | undefined)[] {
  const before = new Map<number, readonly ReportValue[]>()
  let broken = false
  return rows.map((row) => {
    if (broken || !Array.isArray(row)) {
      broken = true
      return undefined
    }
    const [set, age, ...rest] = row as unknown[]
    const known = before.get(set as number)
    const values = known ? changed(known, rest) : rest.every(isReportValue) ? rest : undefined
    // Each later row holds as many values without saying them.
    const tooMany = (values?.length ?? 0) > linkLimits.parameters
    if (!isNatural(set) || !isNatural(age) || !values || tooMany) {
      broken = true
      return undefined
    }
    before.set(set, values)
    return { age, set, values }
  })
}

/** The inverse of readBatch. */
export function writeBatch(rows: readonly (BatchRow | undefined)[]): ReportValue[][] {
  const before = new Map<number, readonly ReportValue[]>()
  return rows.map((row) => {
    if (!row) return []
    const { set, age, values } = row
    const known = before.get(set)
    before.set(set, values)
    const said = known ? values.flatMap((value, place) => pairOf(known[place], value, place)) : values
    return [set, age, ...said]
  })
}
