/** Parameters of reports that rules evaluate, including single instances. */
const watchedNames: ReadonlySet<string> = new Set([
  'signal',
  'sim_slot',
  'connection_state',
  'wan_state',
  'latitude',
  'longitude',
  'port_state',
])
const ofPort = 'port_state.'

export type Values = Readonly<Record<string, number | string | null>>

/** The watched values of a report; undefined if it has none. */
export function watchedValues(values: Values): Values | undefined {
  const found = Object.entries(values).filter(([name]) => watchedNames.has(name) || name.startsWith(ofPort))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Parses `lan1:1000FD,wan:down`, from devices that report all ports in one text. */
function portsInOne(text: unknown): [string, string][] {
  if (typeof text !== 'string') return []
  return text.split(',').flatMap((part) => {
    const at = part.indexOf(':')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as [string, string]] : []
  })
}

const isDown = (state: string) => /^(down|lowerlayerdown|notpresent|dormant)\b/i.test(state)

/** Ports by name, with their state as the device words it; ports without a known link state are absent. */
export function portsOf(values: Values): { name: string; state: string; up: boolean }[] {
  const single = Object.entries(values).flatMap(([key, state]) =>
    key.startsWith(ofPort) && typeof state === 'string' ? [[key.slice(ofPort.length), state] as [string, string]] : [],
  )
  return [...portsInOne(values.port_state), ...single]
    .filter(([, state]) => state !== '' && state !== 'unknown')
    .map(([name, state]) => ({ name, state, up: !isDown(state) }))
}

const earthRadius = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export interface Point {
  latitude: number
  longitude: number
}

/** Metres between two points on the earth's surface. */
export function distanceBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const across = Math.sin((to - from) / 2) ** 2
  const along = Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(across + along)))
}

/** The position in a report; receivers without a fix report 0, 0. */
export function pointOf({ latitude, longitude }: Values): Point | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude }
}
