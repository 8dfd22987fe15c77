import { useStored } from '../api/user-storage.ts'

/** Height of a row in pixels (look.md). */
export const densities = { compact: 32, normal: 40, comfortable: 48 } as const
export type Density = keyof typeof densities

const isDensity = (value: unknown): value is Density => typeof value === 'string' && Object.hasOwn(densities, value)

/** Height of the rows of all tables: a setting of the user. */
export function useDensity(): [Density, (density: Density) => void] {
  const [stored, store] = useStored('tables')
  const given = (stored as { density?: unknown } | null)?.density
  return [isDensity(given) ? given : 'normal', (density) => store({ density })]
}
