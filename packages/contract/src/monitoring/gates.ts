import { parseFirmware } from '../link/firmware.ts'

/** The first firmware with which devices of a family can be monitored in some way. */
interface Gate {
  /** Prefixes of models. */
  models: readonly string[]
  /** Models among them that never can. */
  never?: readonly string[]
  from: string
}

export type GateKey = 'wireless' | 'hotspot' | 'ddns' | 'data_usage'

/** Models without an entry can be monitored. */
export const gates: Readonly<Record<GateKey, readonly Gate[]>> = {
  wireless: [
    { models: ['RUT2'], from: '01.11.1' },
    { models: ['RUT9'], from: '06.05.1' },
    { models: ['RUTX'], from: '02.01.1' },
  ],
  hotspot: [
    { models: ['RUT360'], from: '07.00' },
    { models: ['RUT300'], from: '07.06' },
    { models: ['TRB'], never: ['TRB141', 'TRB142', 'TRB145'], from: '07.06' },
  ],
  ddns: [
    { models: ['RUT2', 'RUT3', 'RUT9'], from: '07.00' },
    { models: ['RUTX', 'TRB'], from: '02.04' },
  ],
  data_usage: [{ models: ['TRB500'], from: '07.12' }],
}

export type Refusal = { why: 'model'; model: string } | { why: 'firmware'; from: string; has: string }

const numbersOf = (version: string) => version.split('.').map(Number)

function isOlder(version: readonly number[], from: readonly number[]): boolean {
  for (let index = 0; index < from.length; index++) {
    const difference = (version[index] ?? 0) - (from[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** Version in the form of firmware names: `07.04`. */
const shown = ([first = 0, second = 0, ...rest]: readonly number[]) =>
  [...[first, second].map((number) => String(number).padStart(2, '0')), ...rest].join('.')

export const gateOf = (key: GateKey, model: string): Gate | undefined =>
  gates[key].find(({ models }) => models.some((start) => model.startsWith(start)))

/** Reason why a device cannot be monitored in that way; undefined if it can, or if its firmware is unknown. */
export function gateRefusal(key: GateKey, model: string | null, firmware: string | null): Refusal | undefined {
  const gate = model === null ? undefined : gateOf(key, model)
  if (!gate || model === null) return undefined
  if (gate.never?.includes(model)) return { why: 'model', model }
  const version = firmware === null ? undefined : parseFirmware(firmware)
  // A snapshot of the main branch has no number.
  if (!version || version.numbers.length === 0 || !isOlder(version.numbers, numbersOf(gate.from))) return undefined
  return { why: 'firmware', from: gate.from, has: shown(version.numbers) }
}
