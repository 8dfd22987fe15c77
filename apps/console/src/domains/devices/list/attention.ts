import {
  type AttentionKind,
  attentionKinds,
  type OfflineReason,
  offlineReasons,
} from '@longreach/contract/devices/constants'
import type { Search } from '../../../api/search.ts'
import { type Filter, type ListState, replaceFilter } from '../../../tables/list-state.ts'

export type Counts = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>

interface Counted {
  count: number
  filter: Filter
}

const is = (name: string, value: string): Filter => ({ name, value, not: false })

/** Devices that need attention, each counted once. */
export const inAll = (counts: Counts): Counted => ({
  count: counts.attention?.any ?? 0,
  filter: is('attention', 'any'),
})

/** Reasons for attention with their devices, most urgent first; a device can have several. */
export function findAttention(counts: Counts): (Counted & { kind: AttentionKind })[] {
  return attentionKinds
    .map((kind) => ({ kind, count: counts.attention?.[kind] ?? 0, filter: is('attention', kind) }))
    .filter(({ count }) => count > 0)
}

/** Offline devices by reason, the most frequent first. */
export function offlineBy(counts: Counts): (Counted & { reason: OfflineReason })[] {
  return offlineReasons
    .map((reason) => ({
      reason,
      count: counts.offline_reason?.[reason] ?? 0,
      filter: is('offline_reason', reason),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}

const sameKind = (one: Filter, other: Filter) => one.name === other.name && one.not === other.not

const valuesOf = ({ value }: Filter) => value.split(',')

export const isSet = (state: ListState, filter: Filter) =>
  state.filters.some((one) => sameKind(one, filter) && valuesOf(one).includes(filter.value))

/** Filter value that matches every value. */
const whole = 'any'

/**
 * Adds the value to its filter, or removes it if it is there. All other filters stay, including a negated one of the
 * same name.
 */
export function toggled(state: ListState, filter: Filter): ListState {
  const set = state.filters.find((one) => sameKind(one, filter))
  const values = set ? valuesOf(set) : []
  const others = values.filter((value) => value !== filter.value && value !== whole)
  const next = values.includes(filter.value) ? others : filter.value === whole ? [whole] : [...others, filter.value]
  return replaceFilter(state, set, next.length > 0 ? { ...filter, value: next.join() } : null)
}

interface Started {
  kind: 'failed' | 'running' | 'campaigns'
  count: number
  to: '/management/actions' | '/management/campaigns'
  search: Search
}

/**
 * Counts of actions and campaigns, each with the list that shows the same number; failed actions are those of the last
 * 24 hours.
 */
export function findActions(counts: Counts): Started[] {
  const { failed = 0, running = 0, campaigns = 0 } = counts.actions ?? {}
  const actions = '/management/actions' as const
  return [
    { kind: 'failed' as const, count: failed, to: actions, search: { state: 'failed', created: '24h' } },
    { kind: 'running' as const, count: running, to: actions, search: { stage: 'running' } },
    {
      kind: 'campaigns' as const,
      count: campaigns,
      to: '/management/campaigns' as const,
      search: { state: 'running' },
    },
  ].filter(({ count }) => count > 0)
}
