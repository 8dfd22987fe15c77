import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScale } from './scale.ts'

describe('scale', () => {
  test('a list that fits scrolls as it is', () => {
    const scale = createScale(1000)
    scale.resize(900, 100)
    expect(scale.height()).toBe(900)
    expect(scale.scrolled(750)).toBe(750)
    expect(scale.shift()).toBe(0)
  })

  test('the thumb reaches the first and the last row of a list that does not fit', () => {
    const scale = createScale(1000)
    scale.resize(40_000, 100)
    expect(scale.height()).toBe(1000)
    expect(scale.scrolled(900)).toBe(39_900)
    expect(scale.scrolled(0)).toBe(0)
    expect(scale.scrolled(450)).toBe(19_950)
  })

  test('the wheel scrolls by its number of pixels, wherever the list is', () => {
    const scale = createScale(1000)
    scale.resize(40_000, 100)
    scale.scrolled(450)
    expect(scale.scrolled(453)).toBe(19_953)
    expect(scale.scrolled(450)).toBe(19_950)
  })

  test('after any movement the list stays inside and its rows are where the scrollbar looks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 80_000 }),
        fc.array(fc.integer({ min: 0, max: 900 })),
        (total, moves) => {
          const scale = createScale(1000)
          scale.resize(total, 100)
          for (const at of moves) {
            const virtual = scale.scrolled(at)
            expect(virtual).toBeGreaterThanOrEqual(0)
            expect(virtual).toBeLessThanOrEqual(total - 100)
            expect(virtual - scale.shift()).toBeCloseTo(at, 6)
            const rest = scale.moveTo(virtual)
            expect(rest).toBeGreaterThanOrEqual(0)
            expect(rest).toBeLessThanOrEqual(900 + 1e-6)
          }
        },
      ),
    )
  })
})
