import { deviceStatistics } from '@longreach/contract/devices/endpoints'
import { listStorage } from '@longreach/contract/storage/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryText } from '../api/address.ts'
import { parseSearch, stringifySearch } from '../api/search.ts'
import { deviceTable } from '../domains/devices/list/devices-list.tsx'
import { deviceRules } from '../domains/devices/list/filters.ts'
import { firstPaths, overviewGroups } from '../domains/devices/list/first-page.ts'
import { countField, createdField, rangeField } from './filters/field.ts'
import { accepts } from './filters/rules.ts'
import {
  filterOf,
  type ListRules,
  type ListState,
  readListState,
  withFilter,
  withOrderOf,
  writeListState,
} from './list-state.ts'
import { rulesOf } from './use-table.ts'

const ranges = [
  { value: 'week', label: '7 d', days: 7 },
  { value: 'all', label: 'All', days: null },
]
const rules: ListRules = {
  sorts: ['name', 'created_at'],
  defaultSort: 'name',
  sortFor: { protocol: '-created_at' },
  filters: {
    protocol: { kind: 'list', values: ['http', 'ssh'], many: true, not: true },
    device_id: { kind: 'list', ids: true },
    action: { kind: 'text', not: true },
    active: { kind: 'flag' },
    seen: { kind: 'empty', empty: true },
    device_count: countField('device_count', 'Devices'),
    created: createdField('Created'),
    range: rangeField('Time', ranges, 'week'),
  },
}
const plain: ListState = { q: '', sort: 'name', filters: [] }
const one = (name: string, value: string, not = false): ListState => ({ ...plain, filters: [{ name, value, not }] })

describe('a list in the address', () => {
  test('what is written is read again, whatever the URL contained before', () => {
    const key = fc.constantFrom(
      'q',
      'sort',
      '__proto__',
      'other',
      ...Object.keys(rules.filters),
      'ne:protocol',
      'ne:active',
    )
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('http,ssh', '7', 'true', '1..5', '..', '2026-02-30..', '2026-02-01..2026-03-01', 'is_null'),
    )
    fc.assert(
      fc.property(fc.dictionary(key, value), (search) => {
        const state = readListState(search, rules)
        expect(readListState(parseSearch(stringifySearch(writeListState(state, rules))), rules)).toEqual({
          ...state,
          q: state.q,
        })
        expect(['name', '-name', 'created_at', '-created_at']).toContain(state.sort)
        for (const filter of state.filters) expect(accepts(rules.filters[filter.name]!, filter.value)).toBe(true)
      }),
    )
  })

  test('unknown filters, values and orders fall back to the defaults, which are not in the URL', () => {
    const search = { sort: '-password', protocol: 'http,vnc', device_id: '1;2', 'ne:active': 'true', q: '', evil: '1' }
    expect(readListState(search, rules)).toEqual(plain)
    expect(writeListState(plain, rules)).toEqual({})
  })

  test.each([
    ['device_count', ['1..5', '..5', '5..', '0..0'], ['5..1', '..', 'a..b', '-1..', '1']],
    [
      'created',
      ['2026-01-01..', '..2026-12-31', '2026-01-01..2026-01-01'],
      ['2026-13-01..', '2026-02-30..', '2026-02-01..2026-01-01', 'week'],
    ],
    ['range', ['week', 'all', '2026-01-01..2026-01-31'], ['month']],
    ['active', ['true', 'false'], ['1', 'yes']],
    ['seen', ['is_null', 'not_null'], ['x']],
    ['action', ['devices.update'], [' ', 'a\u0000b', 'x'.repeat(201)]],
  ])('%s takes what it is for and nothing else', (name, good, bad) => {
    const rule = rules.filters[name]!
    expect(good.filter((value) => !accepts(rule, value))).toEqual([])
    expect(bad.filter((value) => accepts(rule, value))).toEqual([])
  })

  test('a second filter of a name takes the place of the first', () => {
    const state = withFilter(withFilter(one('protocol', 'http'), { name: 'device_id', value: '4', not: false }), {
      name: 'protocol',
      value: 'ssh',
      not: true,
    })
    expect(state.filters).toEqual([
      { name: 'protocol', value: 'ssh', not: true },
      { name: 'device_id', value: '4', not: false },
    ])
    expect(writeListState(state, rules)).toEqual({ 'ne:protocol': 'ssh', device_id: '4' })
  })
})

describe('the query of the endpoint', () => {
  const asked = (state: ListState) => {
    const { start_date: _, end_date: __, ...rest } = filterOf(state, rules)
    return rest
  }

  test('filters are sent in the format of the API', () => {
    expect(asked(one('protocol', 'http,ssh', true))).toEqual({ 'ne:protocol': 'http,ssh' })
    expect(asked(one('device_count', '1..5'))).toEqual({ device_count_min: '1', device_count_max: '5' })
    expect(asked(one('device_count', '..0'))).toEqual({ device_count_max: '0' })
  })

  test('days start and end in the user’s zone', () => {
    const { filters } = rules
    const { start_date, end_date } = filterOf(one('created', '2026-01-05..2026-01-05'), {
      filters: { created: filters.created! },
    })
    expect(new Date(`${start_date?.replace(' ', 'T')}Z`)).toEqual(new Date('2026-01-05T00:00:00'))
    expect(new Date(`${end_date?.replace(' ', 'T')}Z`)).toEqual(new Date('2026-01-05T23:59:59'))
  })

  test('a range applies although the URL names none, until another is selected', () => {
    const startOf = (state: ListState) => Date.parse(`${filterOf(state, rules).start_date?.replace(' ', 'T')}Z`)
    expect(Math.round((Date.now() - startOf(plain)) / 86_400_000)).toBe(7)
    expect(startOf(one('range', 'all'))).toBeLessThan(Date.parse('2001-01-01'))
  })
})

test('a filter has a default order of its own, which another order set by the user outlives', () => {
  const filtered = readListState({ protocol: 'ssh' }, rules)
  expect(filtered.sort).toBe('-created_at')
  expect(writeListState(filtered, rules)).toEqual({ protocol: 'ssh' })
  expect(readListState({ 'ne:protocol': 'ssh' }, rules).sort).toBe('name')
  expect(withOrderOf(plain, { ...plain, filters: filtered.filters }, rules)).toEqual(filtered)
  expect(withOrderOf(filtered, { ...filtered, filters: [] }, rules)).toEqual(plain)
  const own = { ...filtered, sort: 'name' }
  expect(withOrderOf(filtered, own, rules)).toEqual(own)
  expect(withOrderOf(own, { ...own, q: 'pier' }, rules).sort).toBe('name')
  expect(writeListState(own, rules)).toEqual({ sort: 'name', protocol: 'ssh' })
})

test('the page asks in index.html for exactly what the list of devices, its counts and the frame ask for', () => {
  const all = rulesOf(deviceTable, deviceRules)
  const state = readListState({}, all)
  const query = { limit: 100, offset: 0, sort: state.sort, fields: deviceTable.fields, ...filterOf(state, all) }
  expect([
    `/devices${queryText(query)}`,
    `${deviceStatistics.path}${queryText({ charts: overviewGroups.join(',') })}`,
    `${listStorage.path}${queryText({ limit: 100 })}`,
  ]).toEqual(firstPaths)
})
