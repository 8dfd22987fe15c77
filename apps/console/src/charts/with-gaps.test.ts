import { expect, test } from 'vitest'
import { withGaps } from './with-gaps.ts'

test('a line is interrupted where a count is missing, and nowhere else', () => {
  expect(withGaps([300, 600, 900, 1800, 2100], 300)).toEqual({
    times: [300, 600, 900, 1200, 1800, 2100],
    sources: [0, 1, 2, null, 3, 4],
  })
  expect(withGaps([], 300)).toEqual({ times: [], sources: [] })
})
