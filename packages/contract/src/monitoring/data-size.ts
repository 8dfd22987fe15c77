import { linkTimes } from '../link/limits.ts'
import { isText, type Parameter } from '../link/parameters.ts'
import type { VariableType } from '../link/template-lines.ts'

/** Bytes of a value in a report, with its comma: typical numbers of modems and counters, and texts as long as names. */
const valueBytes: Record<VariableType, number> = {
  boolean: 6,
  integer: 8,
  number: 8,
  string: 16,
  array: 100,
  object: 100,
}

/** Bytes of a line without its values: verb, boot, number, age, set. */
const lineBytes = 38
/** Bytes of a row in a line that many reports share, without its values. */
const rowBytes = 10
/** Bytes that SSH, TCP and IP add to a line, and of the TCP acknowledgement. */
const packetBytes = 88
const tcpBytes = 52
/** Bytes of `ack <boot> <number>`. */
const ackBytes = 24
/** Bytes of values in one report: the rest does not fit into a line. */
const mostBytes = 7000

export const monthSeconds = 30 * 86_400

export interface Measured {
  names: readonly string[]
  types: readonly VariableType[]
  /** Seconds between measurements; 0 = never. */
  period: number
  /** True if reports are collected and sent together. */
  metered: boolean
}

export interface DataSize {
  down: number
  up: number
}

/**
 * Bytes that measuring takes in a month of 30 days, including the link's overhead. Names are sent once per link and not
 * counted.
 */
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

/** Type of a catalogue parameter, for the estimate of its size. */
export const sizeType = (parameter: Parameter): VariableType =>
  isText(parameter) ? 'string' : parameter.type === 'bool' ? 'boolean' : 'number'
