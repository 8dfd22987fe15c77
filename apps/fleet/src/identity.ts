import type { Model } from '@longreach/contract/link/models'
import { chance, hash, pick } from './prng.ts'

export interface Identity {
  serial: string
  mac: string
  imei: string | null
  imsi: string | null
  /** One per SIM slot. */
  iccids: readonly string[]
  firmware: string
}

function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

const withLuhn = (digits: string) => digits + luhnDigit(digits)

function digitsOf(count: number, ...numbers: readonly number[]): string {
  let digits = ''
  for (let round = 0; digits.length < count; round++) digits += String(hash(...numbers, round)).padStart(10, '0')
  return digits.slice(0, count)
}

// Multipliers that are coprime with the modulus: every index gets a value of its own.
const serialOf = (seed: number, index: number) => `11${String((index * 48_271 + seed * 7919) % 1e8).padStart(8, '0')}`

function macOf(seed: number, index: number): string {
  const low = (Math.imul(index, 0x9e3779) + seed * 4099) & 0xffffff
  const digits = (low & 0x400000 ? '209727' : '001E42') + low.toString(16).toUpperCase().padStart(6, '0')
  return digits.replace(/..(?=.)/g, '$&:')
}

const releases = ['00.07.12', '00.07.13.4', '00.07.14.3', '00.07.14.3', '00.07.15', '00.07.15.2'] as const

function firmwareOf(model: Model, seed: number, index: number): string {
  const family = model.firmware_family ?? model.line
  if (model.os === 'TSWOS') return `${family}_R_${pick(['00.01.09', '00.01.10', '00.01.10.2'], seed, index, 11)}`
  const first = model.first_firmware
  const fitting = first?.startsWith('00.07') ? releases.filter((release) => release >= first) : releases
  return `${family}_R_${fitting[hash(seed, index, 11) % Math.max(fitting.length, 1)] ?? first ?? '00.07.19.2'}`
}

/** The identity of one device of a fleet: unique, and the same for the same seed and index. */
export function identityOf(model: Model, seed: number, index: number): Identity {
  const mobile = model.mobile !== null
  return {
    serial: serialOf(seed, index),
    mac: macOf(seed, index),
    imei: mobile ? withLuhn(`86${digitsOf(12, seed, index, 12)}`) : null,
    imsi: mobile ? `24602${digitsOf(10, seed, index, 13)}` : null,
    iccids: Array.from({ length: mobile ? Math.max(1, model.sim_slots) : 0 }, (_, slot) =>
      withLuhn(`893700${digitsOf(12, seed, index, 14 + slot)}`),
    ),
    firmware: firmwareOf(model, seed, index),
  }
}

export function modemOf(
  model: Model,
  seed: number,
  index: number,
): { manufacturer: string; name: string; firmware: string } | null {
  const { mobile } = model
  if (mobile === null) return null
  const name = mobile.includes('RedCap')
    ? 'RG255C-GL'
    : mobile.includes('5G')
      ? pick(['RG501Q-EU', 'RG520N-EU'], seed, index, 21)
      : mobile.includes('NB')
        ? 'BG95-M3'
        : mobile.includes('Cat 12')
          ? 'EG12-EA'
          : mobile.includes('Cat 6')
            ? 'EG06-E'
            : pick(['EC25-E', 'EG25-G'], seed, index, 21)
  const build = 2 + Math.floor(chance(seed, index, 22) * 7)
  return { manufacturer: 'Quectel', name, firmware: `${name.replace('-', '')}AR0${build}A0${build}M4G` }
}
