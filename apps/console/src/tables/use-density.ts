import { useStored } from '../api/user-storage.ts'

/** Height of a row in pixels (look.md). */
export const densities = { compact: 32, normal: 40, comfortable: 48 } as const
export type Density = keyof typeof densities

const isDensity = (value: unknown): value is Density => typeof value === 'string' && Object.hasOwn(densities, value)

/** Number of rows above which a list is compact by default. */
const long = 1000

/** Height of the rows of all tables, as set by the user; the default depends on the number of rows in the list. */
export function useDensity(rows = 0): [Density, (density: Density) => void] {
  const [stored, store] = useStored('tables')
  const given = (stored as { density?: unknown } | null)?.density
  return [isDensity(given) ? given : rows > long ? 'compact' : 'normal', (density) => store({ density })]
}
