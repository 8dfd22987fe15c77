import { expect, test } from 'vitest'
import { rangeUpTo } from './range.ts'

const schema = rangeUpTo(31, {})
const errorsOf = (query: object) => schema.safeParse(query).error?.issues.map(({ path }) => path.join('.'))

test('a range is forwards and not too long, whichever of its ends is given', () => {
  expect(errorsOf({})).toBeUndefined()
  expect(errorsOf({ start_date: '2026-01-01 00:00:00', end_date: '2026-02-01 00:00:00' })).toBeUndefined()
  expect(errorsOf({ start_date: '2026-01-01 00:00:00', end_date: '2026-02-02 00:00:00' })).toEqual(['end_date'])
  expect(errorsOf({ start_date: '2026-01-02 00:00:00', end_date: '2026-01-01 00:00:00' })).toEqual(['end_date'])
})

test('what is no time is an error of its own field', () => {
  for (const wrong of ['null', '', '1,2,3', '𝣺']) {
    expect(errorsOf({ end_date: wrong })).toEqual(['end_date'])
    expect(errorsOf({ start_date: wrong })).toEqual(['start_date'])
  }
})
