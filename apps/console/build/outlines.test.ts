import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unrolled } from './outlines.ts'

describe('outlines', () => {
  test('no two neighbours of a ring are half the world apart', () => {
    const ring = fc.array(
      fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -89, max: 89, noNaN: true })),
      {
        minLength: 3,
      },
    )
    fc.assert(
      fc.property(ring, (points) => {
        const open = unrolled(points).slice(0, points.length)
        for (const [index, [longitude = 0]] of open.entries()) {
          const [before = longitude] = open[index - 1] ?? []
          expect(Math.abs(longitude - before)).toBeLessThanOrEqual(180)
        }
      }),
    )
  })

  test('a ring around the pole is closed at the pole', () => {
    const ring = unrolled([
      [-180, -70],
      [-90, -70],
      [0, -70],
      [90, -70],
      [179, -70],
      [-179, -70],
    ])
    expect(ring.at(-1)).toEqual([-180, -70])
    expect(ring.slice(-3, -1)).toEqual([
      [181, -90],
      [-180, -90],
    ])
  })
})
