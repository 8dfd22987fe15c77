import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, isSame, readViews, type Views, viewLimits, withoutView, withView } from './views.ts'

const view = (name: string, search = {}) => ({ name, search, columns: null })
const two: Views = { views: [view('One', { q: 'a' }), view('Two')], first: 'Two' }

test('from any stored value, views of different names are read, limited in number and length', () => {
  const stored = fc.record({
    views: fc.array(
      fc.oneof(fc.anything(), fc.record({ name: fc.string(), search: fc.dictionary(fc.string(), fc.anything()) })),
    ),
    first: fc.anything(),
  })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), stored), (given) => {
      const { views, first } = readViews(given)
      expect(new Set(views.map(({ name }) => name)).size).toBe(views.length)
      expect(views.every(({ name }) => name !== '' && name.length <= viewLimits.name)).toBe(true)
      expect(first === null || views.some(({ name }) => name === first)).toBe(true)
      expect(readViews({ views, first })).toEqual({ views, first })
    }),
  )
  expect(readViews({ views: Array.from({ length: 99 }, (_, at) => view(String(at))) }).views).toHaveLength(
    viewLimits.views,
  )
})

test('names are one line without direction overrides', () => {
  expect(cleanName(' Offline\n\u202e in  north ')).toBe('Offline in north')
})

test('a view replaces one of the same name, is renamed in place, and removed', () => {
  expect(withView(two, view('One', { q: 'b' })).views.map(({ search }) => search)).toEqual([{ q: 'b' }, {}])
  expect(withView(two, view('Three'), 'Two')).toEqual({ views: [two.views[0], view('Three')], first: 'Three' })
  expect(withView(two, view('Three')).views.map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
  expect(withoutView(two, 'Two')).toEqual({ views: [two.views[0]], first: null })
})

test('addresses are the same in any order', () => {
  expect(isSame({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSame({ a: '1' }, { a: '1', b: '2' })).toBe(false)
})
