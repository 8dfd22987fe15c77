import { expect, test } from 'vitest'
import { tileStep } from './tile-keys.ts'

const size = { across: 3, rows: 2 }
/** Moves among eight tiles in rows of three. */
const from = (key: string, active: number | null) => tileStep(key, active, 8, size)

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 2, 2],
  ['Home', 5, 0],
  ['End', 1, 7],
  ['PageDown', 0, 6],
  ['PageUp', 7, 1],
])('%s leads from tile %i to %i', (key, active, to) => {
  expect(from(key, active)).toBe(to)
})

test('down from above a gap leads to the last tile, and from the last row nowhere', () => {
  expect([from('ArrowDown', 5), from('ArrowDown', 6)]).toEqual([7, 6])
})

test('without an active tile an arrow leads to the first one; other keys do not move', () => {
  expect([from('ArrowRight', null), from('ArrowUp', null), from('Enter', 1), from('a', 1)]).toEqual([0, 0, null, null])
})
