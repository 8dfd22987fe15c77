import type { ReportValue } from '@longreach/contract/link/report'

export const faultKinds = [
  'lag',
  'lie',
  'vanish',
  'refuse',
  'twin',
  'age',
  'garbage',
  'long-line',
  'unknown-verb',
  'never-reads',
  'flood',
  // Firmware faults: the device refuses the image; never returns; runs the old version again; claims to run an image it
  // never fetched; fetches slowly.
  'fails-check',
  'never-returns',
  'old-version',
  'claims-version',
  'slow-fetch',
  // Configuration faults: no way to the server until the change is taken back; only half of the lines applied;
  // confirmations not received; a line refused; one change by hand after a reading; an invalid checksum.
  'cuts-itself',
  'half-applies',
  'never-confirms',
  'refuses-line',
  'drifts',
  'lies-of-sum',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** One misbehaviour of one device. Seconds count from the start of the fleet. */
export interface Fault {
  kind: FaultKind
  device: number
  after?: number
  /** Duration; without it, permanent. */
  for?: number
  /** Seconds of delay for `lag` and `drifts`, of the whole transfer for `slow-fetch`. */
  seconds?: number
}

/** Reads a list of faults; throws an error with the invalid entry. */
export function readFaults(value: unknown): Fault[] {
  if (!Array.isArray(value)) throw new Error('Faults are a list')
  return value.map((entry: Partial<Fault>, place) => {
    const known = faultKinds.find((kind) => kind === entry.kind)
    if (!known || !Number.isInteger(entry.device)) {
      throw new Error(`Fault ${place + 1} needs a device (its index) and a kind: ${faultKinds.join(', ')}`)
    }
    return { ...entry, kind: known, device: Number(entry.device) }
  })
}

/** The fault of that kind that is active now. */
export function faultAt(faults: readonly Fault[], kind: FaultKind, seconds: number): Fault | undefined {
  return faults.find((fault) => {
    const from = fault.after ?? 0
    return fault.kind === kind && seconds >= from && seconds < from + (fault.for ?? Number.POSITIVE_INFINITY)
  })
}

/** Values that no device can have measured. */
export function lies(values: readonly ReportValue[]): ReportValue[] {
  return values.map((value, place) => {
    if (typeof value === 'number') return place % 2 === 0 ? 99_999_999 : -99_999_999
    return typeof value === 'string' ? `\u001b[31m${value}\u0007${'x'.repeat(400)}` : value
  })
}

export const garbage = [
  '',
  'report',
  'report x y z',
  'set 1',
  'hello {',
  '{"json": true}',
  '\u0000\u0001\u0002',
  'result',
]
