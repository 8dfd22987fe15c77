import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListRules, readListState, withFilter, writeListState } from './list-state.ts'

const rules: ListRules = {
  sorts: ['name', 'created_at'],
  defaultSort: 'name',
  filters: { protocol: ['http', 'ssh'], device_id: null },
}

describe('a list in the address', () => {
  test('what is written is read again, whatever the address held before', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('q', 'sort', 'protocol', 'device_id', 'other'), fc.string()),
        (search) => {
          const state = readListState(search, rules)
          expect(readListState(writeListState(state, rules), rules)).toEqual(state)
          expect(['name', '-name', 'created_at', '-created_at']).toContain(state.sort)
          expect(Object.keys(state.filters)).not.toContain('other')
        },
      ),
    )
  })

  test('unknown values and orders fall back, and the plain list leaves no trace', () => {
    const state = readListState({ sort: '-password', protocol: 'vnc', q: '' }, rules)
    expect(state).toEqual({ q: '', sort: 'name', filters: {} })
    expect(writeListState(state, rules)).toEqual({})
    const one = withFilter(withFilter(state, 'protocol', 'http'), 'protocol', 'ssh')
    expect(writeListState(one, rules)).toEqual({ protocol: 'ssh' })
    expect(withFilter(one, 'protocol', null).filters).toEqual({})
  })
})
