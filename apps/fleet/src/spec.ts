import { findModel, type Model, models } from '@longreach/contract/link/models'
import { type Identity, identityOf, modemOf } from './identity.ts'
import { between, chance, hash } from './prng.ts'

/** The use of a device; determines its traffic, temperature, clients and inputs. */
export type Use =
  | 'office'
  | 'public'
  | 'retail'
  | 'energy'
  | 'water'
  | 'street'
  | 'vehicle'
  | 'boat'
  | 'mast'
  | 'industry'

/**
 * steady: always on; always: on except for rare outages; daily: off at night; flaky: offline several times a day;
 * retired: connected once, long ago; never: not yet installed.
 */
export type Life = 'steady' | 'always' | 'daily' | 'flaky' | 'retired' | 'never'

/** A road or lane as corner points, driven to and fro. */
export interface Route {
  points: readonly (readonly [latitude: number, longitude: number])[]
  /** km/h between stops. */
  speed: number
}

/** Services of a device that not all devices of its model have. */
export type Service = 'hotspot' | 'ddns' | 'l2tp'

export interface Wish {
  index: number
  model: string
  name: string
  use: Use
  life?: Life
  group?: string
  /** Signal in dBm at its location. */
  signal?: number
  route?: Route
  place?: readonly [latitude: number, longitude: number]
  services?: readonly Service[]
}

export interface DeviceSpec {
  index: number
  seed: number
  name: string
  use: Use
  life: Life
  group: string
  model: Model
  identity: Identity
  modem: ReturnType<typeof modemOf>
  signal: number
  place: readonly [latitude: number, longitude: number]
  route: Route | null
  services: readonly Service[]
}

/** Assembles a device. Throws if the catalogue does not contain the model. */
export function specOf(wish: Wish, fleetSeed: number): DeviceSpec {
  const model = findModel(wish.model)
  if (!model) throw new Error(`No model ${wish.model} in the catalogue`)
  const { index, name, use, life = 'always', group = 'demo', route = null } = wish
  return {
    index,
    seed: hash(fleetSeed, index),
    name,
    use,
    life,
    group,
    model,
    identity: identityOf(model, fleetSeed, index),
    modem: modemOf(model, fleetSeed, index),
    signal: wish.signal ?? Math.round(between(-98, -58, fleetSeed, index, 31)),
    place: wish.place ??
      route?.points[0] ?? [between(53.9, 56.4, fleetSeed, index, 32), between(21, 26.6, fleetSeed, index, 33)],
    route,
    services: wish.services ?? [],
  }
}

const uses: readonly Use[] = ['office', 'retail', 'energy', 'water', 'street', 'mast', 'industry', 'public']
const managed = models.filter((model) => model.managed)

/** Any number of plain devices across the whole catalogue, for load tests, which cause the events themselves. */
export function loadFleet(count: number, fleetSeed: number, firstIndex = 1): DeviceSpec[] {
  return Array.from({ length: count }, (_, offset) => {
    const index = firstIndex + offset
    const model = managed[hash(fleetSeed, index, 41) % managed.length]
    const use = uses[hash(fleetSeed, index, 42) % uses.length] ?? 'office'
    const site = Math.floor(chance(fleetSeed, index, 43) * 900) + 100
    return specOf(
      { index, model: model?.model ?? 'RUTX11', name: `Site ${site}-${index}`, use, life: 'steady' },
      fleetSeed,
    )
  })
}
