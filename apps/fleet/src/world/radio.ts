import { chance, hash, pick, spellAt, wander } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { daySeconds, hill, hourSeconds, localHour } from './clock.ts'
import { positionOf } from './position.ts'

interface Operator {
  name: string
  mcc: string
  mnc: string
}

const telia: Operator = { name: 'Telia', mcc: '246', mnc: '01' }
const bite: Operator = { name: 'BITE', mcc: '246', mnc: '02' }
const tele2: Operator = { name: 'TELE2', mcc: '246', mnc: '03' }
const abroad: readonly [Operator, ...Operator[]] = [
  { name: 'LMT', mcc: '247', mnc: '01' },
  { name: 'Tele2 LV', mcc: '247', mnc: '02' },
]
const homeOperators = [telia, bite, tele2] as const

export interface Radio {
  operator: Operator
  roaming: boolean
  /** In the device's spelling. */
  technology: '5G-NSA' | '5G-SA' | 'LTE' | 'WCDMA' | 'NB-IoT' | 'CAT-M1'
  signal: number
  rsrp: number | null
  rsrq: number | null
  sinr: number | null
  rscp: number | null
  ecio: number | null
  band: string
  arfcn: number
  cellId: string
  areaCode: string
  searching: boolean
}

const simSwitch = { every: 3 * daySeconds, probability: 0.35, shortest: hourSeconds, longest: 7 * hourSeconds }
const fallback = { every: 5 * daySeconds, probability: 0.5, shortest: 1800, longest: 4 * hourSeconds }
const neighbourCell = { every: 8 * hourSeconds, probability: 0.5, shortest: 900, longest: 5400 }

/** SIM in use: the first, except for periods on the second if there are two. */
export function activeSim(spec: DeviceSpec, seconds: number): 1 | 2 {
  return spec.model.sim_slots > 1 && spellAt(spec.seed, 91, seconds, simSwitch) ? 2 : 1
}

const cellKm = 1.4
/** Kilometres of a route within the home country: only a long route reaches foreign networks. */
const countryKm = 14

/** Loss and name of the current cell: a neighbouring one at times, or one after another along a route. */
function cellOf(spec: DeviceSpec, seconds: number): { number: number; loss: number; far: boolean } {
  if (!spec.route) {
    const neighbour = spellAt(spec.seed, 92, seconds, neighbourCell)
    return { number: neighbour ? 2 : 1, loss: neighbour ? 7 : 0, far: false }
  }
  const { along, progress } = positionOf(spec, seconds)
  const place = along / cellKm
  const edge = Math.abs((place % 1) - 0.5) * 2
  const number = Math.floor(place)
  return {
    number,
    loss: 24 * edge ** 2 + 10 * chance(spec.seed, 93, number) - 4,
    far: progress > 0.8 && along > countryKm,
  }
}

function technologyOf(spec: DeviceSpec, seconds: number, signal: number): Radio['technology'] {
  const mobile = spec.model.mobile ?? ''
  const worse = spellAt(spec.seed, 94, seconds, fallback) !== undefined
  if (/NB/.test(mobile)) return worse ? 'CAT-M1' : 'NB-IoT'
  if (/5G/.test(mobile) && signal > -97 && !worse) return /NSA/.test(mobile) ? '5G-NSA' : '5G-SA'
  if (
    /4G|LTE/.test(mobile) &&
    !(worse && /3G/.test(mobile) && chance(spec.seed, 95, Math.floor(seconds / daySeconds)) < 0.5)
  ) {
    return 'LTE'
  }
  return /3G/.test(mobile) ? 'WCDMA' : 'LTE'
}

const bands: Record<Radio['technology'], readonly [string, number][]> = {
  '5G-NSA': [
    ['5G N78', 636_666],
    ['5G N1', 428_000],
  ],
  '5G-SA': [
    ['5G N78', 636_666],
    ['5G N28', 153_600],
  ],
  LTE: [
    ['LTE B3', 1575],
    ['LTE B7', 3100],
    ['LTE B20', 6300],
    ['LTE B1', 300],
  ],
  WCDMA: [
    ['WCDMA 2100', 10_713],
    ['WCDMA 900', 2963],
  ],
  'NB-IoT': [['LTE B20', 6352]],
  'CAT-M1': [['LTE B20', 6300]],
}

const tenths = (value: number) => Math.round(value * 10) / 10
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Current reception of a modem. The second modem of a device has another home operator and a weaker antenna. */
export function radioOf(spec: DeviceSpec, seconds: number, modem: 1 | 2 = 1): Radio {
  const key = spec.seed + modem - 1
  const cell = cellOf(spec, seconds)
  const evening = 3 * hill(localHour(seconds), 17, 23, 2)
  const slow = 3.5 * wander(key, 96, seconds, 5 * hourSeconds)
  const quick = 2.2 * wander(key, 97, seconds, 240)
  const signal = Math.round(clamp(spec.signal - (modem === 2 ? 6 : 0) - cell.loss - evening + slow + quick, -113, -47))
  const technology = technologyOf(spec, seconds, signal)
  const slot = activeSim(spec, seconds)
  const trip = Math.floor(seconds / (4 * hourSeconds))
  const roaming = cell.far && chance(key, 98, trip) < 0.5
  const home = homeOperators[(hash(spec.seed, 99) + slot + modem) % homeOperators.length] ?? telia
  const operator = roaming ? pick(abroad, key, 100, trip) : home
  const [band, arfcn] = bands[technology][hash(key, 101, cell.number) % bands[technology].length] ?? ['LTE B3', 1575]
  const quality = (signal + 113) / 66
  const wide = technology !== 'WCDMA'
  return {
    operator,
    roaming,
    technology,
    signal,
    rsrp: wide ? clamp(signal - 28 + Math.round(wander(key, 102, seconds, 200) * 2), -140, -44) : null,
    rsrq: wide ? tenths(-17 + 9 * quality + 1.5 * wander(key, 103, seconds, 300)) : null,
    sinr: wide ? tenths(-4 + 28 * quality + 3 * wander(key, 104, seconds, 300)) : null,
    rscp: wide ? null : signal - 8,
    ecio: wide ? null : tenths(-12 + 8 * quality + wander(key, 105, seconds, 300)),
    band,
    arfcn,
    cellId: String(1_000_000 + (hash(key, 106, cell.number, Number(operator.mnc)) % 90_000_000)),
    areaCode: String(1000 + (hash(key, 107, Math.floor(cell.number / 5)) % 60_000)),
    searching: signal <= -112,
  }
}
