import { linkLimits } from './limits.ts'

export type ReportValue = number | string | boolean | null

export interface BatchRow {
  /** Seconds from the measurement to sending. */
  age: number
  set: number
  values: ReportValue[]
}

/** Word in `hello`'s caps: the agent sends batches on request, and accepts `settings` on an open link. */
export const batchCapability = 'batch'

export function isReportValue(value: unknown): value is ReportValue {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return !value.includes('\0')
  return value === null || typeof value === 'boolean'
}

const isNatural = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** The increase of an integer, if that is shorter than the number. */
function growth(before: ReportValue | undefined, value: ReportValue): number | undefined {
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(value)) return undefined
  const grown = (value as number) - (before as number)
  return Number.isSafeInteger(grown) && String(grown).length + 1 < String(value).length ? grown : undefined
}

/** Applies a pair to the values: the index and its value, or −1 minus the index and its increase. */
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

/** The values of a later row: those of the previous row of its set, changed by the pairs. */
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
 * The rows of one line. The first of a set is `[set, age, value …]`, a later one `[set, age, index, value …]` with the
 * differences from the previous row of that set in the line; a negative index gives an increase. Each line is
 * self-contained, so a lost line falsifies no other. An invalid row is undefined, and so is every row after it.
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
    // Each later row has as many values without sending them.
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
