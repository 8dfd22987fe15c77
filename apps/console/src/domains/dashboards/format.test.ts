import { expect, test } from 'vitest'
import { niceTicks } from './format.ts'

test('ticks are round numbers around the values, also around a single one', () => {
  expect(niceTicks(-79, -71)).toEqual([-80, -78, -76, -74, -72, -70])
  expect(niceTicks(-77, -77)).toEqual([-80, -60])
  expect(niceTicks(-80, -80)).toEqual([-100, -80, -60])
  expect(niceTicks(0, 0)).toEqual([-0.25, 0, 0.25])
  expect(niceTicks(0, 3 * 1024, true)).toEqual([0, 1024, 2048, 3072])
})
