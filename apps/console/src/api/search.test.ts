import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('a search value stays the text it was', () => {
  expect(parseSearch('?q=0012&flag=true&ne:status=online')).toEqual({ q: '0012', flag: 'true', 'ne:status': 'online' })
})

test('any search survives the way into the URL and back', () => {
  const search = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.string({ minLength: 1 }),
  )
  fc.assert(
    fc.property(search, (given) => {
      expect(parseSearch(stringifySearch(given))).toEqual({ ...given })
    }),
  )
})

test('empty values leave no trace', () => {
  expect(stringifySearch({ q: '', sort: undefined })).toBe('')
})
