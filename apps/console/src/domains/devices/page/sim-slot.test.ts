import { expect, test } from 'vitest'
import { shownSlot } from './sim-slot.ts'

test('S4.58 S4.59 S4.60 slot 1 is SIM 1, slots 0 and 2 are SIM 2', () => {
  expect([0, 1, 2].map(shownSlot)).toEqual([2, 1, 2])
})
