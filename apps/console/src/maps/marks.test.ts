import { expect, test } from 'vitest'
import { clusterSize } from './marks.ts'

test('S9.66 S9.68: the size of a ring follows the digits of its count', () => {
  expect([2, 9, 10, 99, 100, 999, 1000, 10_000, 1_000_000].map((count) => clusterSize(String(count).length))).toEqual([
    53, 53, 56, 56, 66, 66, 78, 90, 90,
  ])
})
