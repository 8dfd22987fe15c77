import { expect, test } from 'vitest'
import type { Filter, ListState } from '../../../tables/list-state.ts'
import { findActions, findAttention, inAll, isSet, offlineBy, toggled } from './attention.ts'

const counts = {
  status: { online: 90, offline: 5, not_activated: 2 },
  offline_reason: { power: 1, closed: 4, is_null: 92 },
  attention: {
    any: 20,
    offline: 5,
    flapping: 0,
    weak_signal: 3,
    data_limit: 2,
    config_drifted: 1,
    old_firmware: 6,
    old_agent: 14,
    never_connected: 2,
  },
}

test('what needs attention is listed most urgent first, and nothing is left out that has devices', () => {
  expect(findAttention(counts).map(({ kind, count }) => [kind, count])).toEqual([
    ['offline', 5],
    ['weak_signal', 3],
    ['data_limit', 2],
    ['config_drifted', 1],
    ['old_firmware', 6],
    ['old_agent', 14],
    ['never_connected', 2],
  ])
  expect(inAll(counts).count).toBe(20)
  expect([findAttention({}), inAll({}).count]).toEqual([[], 0])
})

test('offline devices are listed by their reason, the most frequent first', () => {
  expect(offlineBy(counts).map(({ reason, count }) => [reason, count])).toEqual([
    ['closed', 4],
    ['power', 1],
  ])
})

test('actions that run or failed lead to their list', () => {
  expect(findActions({ actions: { running: 0, failed: 2 } })).toMatchObject([
    { kind: 'failed', count: 2, search: { state: 'failed', created: '24h' } },
  ])
  expect(findActions({ actions: {} })).toEqual([])
})

const own: Filter[] = [
  { name: 'tag_id', value: '3', not: false },
  { name: 'status', value: 'online', not: true },
  { name: 'attention', value: 'flapping', not: true },
]
const state: ListState = { q: 'bus', sort: 'name', filters: own }
const press = (before: ListState, kind: string) => toggled(before, { name: 'attention', value: kind, not: false })
const added = ({ filters }: ListState) => filters.slice(own.length).map(({ name, value }) => `${name}=${value}`)

test('a number adds itself to its own filter, is taken out when pressed again, and leaves all other filters', () => {
  const offline = press(state, 'offline')
  expect(offline.filters.slice(0, own.length)).toEqual(own)
  expect(added(offline)).toEqual(['attention=offline'])
  const both = press(offline, 'weak_signal')
  expect(added(both)).toEqual(['attention=offline,weak_signal'])
  expect(isSet(both, { name: 'attention', value: 'weak_signal', not: false })).toBe(true)
  expect(press(press(both, 'offline'), 'weak_signal')).toEqual(state)
  const reason = toggled(both, { name: 'offline_reason', value: 'power', not: false })
  expect(added(reason)).toEqual(['attention=offline,weak_signal', 'offline_reason=power'])
})

test('all that need attention and one reason switch each other off', () => {
  const all = press(press(state, 'offline'), 'any')
  expect(added(all)).toEqual(['attention=any'])
  expect(added(press(all, 'old_agent'))).toEqual(['attention=old_agent'])
  expect(press(all, 'any')).toEqual(state)
})

test('the tile of a status leaves the same filter that is turned round', () => {
  const tile = toggled(state, { name: 'status', value: 'offline', not: false })
  expect(added(tile)).toEqual(['status=offline'])
  expect(tile.filters.slice(0, own.length)).toEqual(own)
})

test('running campaigns are counted beside running actions, each with its list', () => {
  const found = findActions({ actions: { running: 2, campaigns: 1, failed: 0 } })
  expect(found.map(({ kind, count, to, search }) => [kind, count, to, search])).toEqual([
    ['running', 2, '/management/actions', { stage: 'running' }],
    ['campaigns', 1, '/management/campaigns', { state: 'running' }],
  ])
})
