import { linkTimes } from '../link/limits.ts'
import { isText, type Parameter } from '../link/parameters.ts'
import type { VariableType } from '../link/template-lines.ts'

/** Bytes of a value in a report, with its comma: numbers as modems and counters have them, texts as names are. */
const valueBytes: Record<VariableType, number> = {
  boolean: 6,
  integer: 8,
  number: 8,
  string: 16,
  array: 100,
  object: 100,
}

/** A line without its values: verb, boot, number, age, set. */
const lineBytes = 38
/** The same within a line that many reports share. */
const rowBytes = 10
/** What SSH, TCP and IP add to a line, and what the acknowledgement of TCP is. */
const packetBytes = 88
const tcpBytes = 52
/** `ack <boot> <number>`. */
const ackBytes = 24
/** A report has as many values as fit into a line. */
const mostBytes = 7000

export const monthSeconds = 30 * 86_400

export interface Measured {
  names: readonly string[]
  types: readonly VariableType[]
  /** Seconds between measurements; 0 = never. */
  period: number
  /** Reports are collected and sent together. */
  metered: boolean
}

export interface DataSize {
  down: number
  up: number
}

/** Bytes a month of 30 days that measuring takes, by what the link needs for it. Names are sent once a link: not counted. */
export function estimateSize({ names, types, period, metered }: Measured): DataSize {
  if (period <= 0 || names.length === 0) return { down: 0, up: 0 }
  const values = names.reduce((sum, _, index) => sum + valueBytes[types[index] ?? 'string'], 0)
  const lines = Math.ceil(values / mostBytes)
  const measurements = monthSeconds / period
  const sendings = metered ? Math.min(measurements, monthSeconds / linkTimes.batchMetered) : measurements
  const sent = sendings * lines
  return {
    up: Math.round(measurements * (values + rowBytes * lines) + sent * (lineBytes - rowBytes + packetBytes + tcpBytes)),
    down: Math.round(sent * (ackBytes + packetBytes + tcpBytes)),
  }
}

/** The type of a parameter of the catalogue, as far as its size is concerned. */
export const sizeType = (parameter: Parameter): VariableType =>
  isText(parameter) ? 'string' : parameter.type === 'bool' ? 'boolean' : 'number'
