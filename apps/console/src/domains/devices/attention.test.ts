import { expect, test } from 'vitest'
import type { ListState } from '../../tables/list-state.ts'
import { findAttention, isSet, offlineBy, toggled } from './attention.ts'

const counts = {
  status: { online: 90, offline: 5, not_activated: 2 },
  offline_reason: { power: 1, closed: 4, is_null: 92 },
  stability: { stable: 97 },
  signal: { low: 3, excellent: 94 },
  agent: { '1.2.0': 80, '1.1.0': 14, is_null: 3 },
}

test('what needs attention is counted, most urgent first, and nothing is left out that has devices', () => {
  expect(findAttention(counts, '1.2.0').map(({ kind, count }) => [kind, count])).toEqual([
    ['offline', 5],
    ['weakSignal', 3],
    ['oldAgent', 14],
    ['neverConnected', 2],
  ])
  expect(findAttention({}, '1.2.0')).toEqual([])
  expect(findAttention(counts, undefined).map(({ kind }) => kind)).not.toContain('oldAgent')
})

test('offline devices are listed by their reason, the most frequent first', () => {
  expect(offlineBy(counts).map(({ reason, count }) => [reason, count])).toEqual([
    ['closed', 4],
    ['power', 1],
  ])
})

test('a number sets its filter beside those of others, and removes it alone when pressed again', () => {
  const state: ListState = { q: 'bus', sort: 'name', filters: [{ name: 'tag_id', value: '3', not: false }] }
  const [offline, weak] = findAttention(counts, undefined)
  const first = toggled(state, offline!.filter)
  expect(first.filters).toEqual([...state.filters, { name: 'status', value: 'offline', not: false }])
  expect(isSet(first, offline!.filter)).toBe(true)
  const second = toggled(first, weak!.filter)
  expect(second.filters).toEqual([...first.filters, { name: 'signal', value: 'low', not: false }])
  expect(toggled(second, weak!.filter)).toEqual(first)
  const own: ListState = { ...state, filters: [{ name: 'agent', value: '1.0.0', not: false }] }
  expect(toggled(toggled(own, offline!.filter), offline!.filter)).toEqual(own)
})
