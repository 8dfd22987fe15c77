import { type OfflineReason, offlineReasons } from '@longreach/contract/devices/constants'
import { type Filter, type ListState, withFilter, withoutFilter } from '../../tables/list-state.ts'

export type Counts = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>

/** Devices that need something, and the filter that lists them. */
export interface Attention {
  kind: 'offline' | 'flapping' | 'weakSignal' | 'oldAgent' | 'neverConnected'
  count: number
  filter: Filter
}

export interface OfflineBy {
  reason: OfflineReason
  count: number
  filter: Filter
}

const is = (name: string, value: string): Filter => ({ name, value, not: false })

function outdated(agents: Readonly<Record<string, number>> = {}, offered: string): number {
  const others = Object.entries(agents).filter(([version]) => version !== offered && version !== 'is_null')
  return others.reduce((sum, [, count]) => sum + count, 0)
}

/** What needs attention, most urgent first; a device can be in several. */
export function findAttention(counts: Counts, offered: string | undefined): Attention[] {
  const all: Attention[] = [
    { kind: 'offline', count: counts.status?.offline ?? 0, filter: is('status', 'offline') },
    { kind: 'flapping', count: counts.stability?.flapping ?? 0, filter: is('stability', 'flapping') },
    { kind: 'weakSignal', count: counts.signal?.low ?? 0, filter: is('signal', 'low') },
    ...(offered === undefined
      ? []
      : [
          {
            kind: 'oldAgent' as const,
            count: outdated(counts.agent, offered),
            filter: { name: 'agent', value: offered, not: true },
          },
        ]),
    { kind: 'neverConnected', count: counts.status?.not_activated ?? 0, filter: is('status', 'not_activated') },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Offline devices by reason, the most frequent first. */
export function offlineBy(counts: Counts): OfflineBy[] {
  return offlineReasons
    .map((reason) => ({
      reason,
      count: counts.offline_reason?.[reason] ?? 0,
      filter: is('offline_reason', reason),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}

const same = (one: Filter, other: Filter) =>
  one.name === other.name && one.value === other.value && one.not === other.not

export const isSet = (state: ListState, filter: Filter) => state.filters.some((one) => same(one, filter))

/** Sets the filter; pressed again it is removed. Filters of other names stay. */
export const toggled = (state: ListState, filter: Filter): ListState =>
  isSet(state, filter) ? withoutFilter(state, filter.name) : withFilter(state, filter)
