import { formatTime } from '@longreach/contract/time'
import { afterEach, expect, test, vi } from 'vitest'
import { shortSince } from './short-since.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a figure that is known for less than a day says since when', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 12) })
  const at = (...time: [number, number]) => shortSince(formatTime(new Date(2026, 10, ...time)), Date.now())
  expect([at(29, 10), at(28, 23), at(28, 12)]).toEqual(['10:00', '28 Nov 23:00', null])
  expect(shortSince(null, Date.now())).toBeNull()
})
