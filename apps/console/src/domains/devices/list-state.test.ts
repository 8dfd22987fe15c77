import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryText } from '../../api/address.ts'
import { parseSearch, stringifySearch } from '../../api/search.ts'
import { firstPagePath } from './first-page.ts'
import { filterNames, type ListState, listQuery, readListState, withFilter, writeListState } from './list-state.ts'

describe('list state in the address', () => {
  test('search, order and filters are read, the unknown is left out', () => {
    expect(readListState(parseSearch('?q=0012&sort=-signal&status=offline&ne:model=RUTX12&evil=1&tag='))).toEqual({
      q: '0012',
      sort: '-signal',
      filters: [
        { name: 'status', value: 'offline', not: false },
        { name: 'model', value: 'RUTX12', not: true },
      ],
    })
    expect(readListState({ sort: 'password' }).sort).toBe('name')
  })

  test('any state survives the way into the address and back', () => {
    const filter = fc.record({
      name: fc.constantFrom(...filterNames),
      value: fc.string({ minLength: 1 }),
      not: fc.boolean(),
    })
    const state = fc.record({
      q: fc.string({ maxLength: 100 }),
      sort: fc.constantFrom('name', '-name', 'signal', '-last_connection_at'),
      filters: fc.uniqueArray(filter, { selector: (one) => one.name }),
    })
    fc.assert(
      fc.property(state, (given) => {
        expect(readListState(parseSearch(stringifySearch(writeListState(given))))).toEqual(given)
      }),
    )
  })

  test('a second filter of a name takes the place of the first', () => {
    const state: ListState = { q: '', sort: 'name', filters: [{ name: 'status', value: 'online', not: false }] }
    expect(withFilter(state, { name: 'status', value: 'offline', not: true }).filters).toEqual([
      { name: 'status', value: 'offline', not: true },
    ])
  })

  test('the page asks in index.html for exactly what the list asks for when it opens', () => {
    const query = { limit: 100, offset: 0, ...listQuery(readListState({})) }
    expect(`/devices${queryText(query)}`).toBe(firstPagePath)
  })
})
