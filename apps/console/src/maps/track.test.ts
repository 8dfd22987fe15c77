import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unrolled } from './outlines.ts'
import { gapSeconds, type Passage, partsOf, stepOf } from './track.ts'

const passage = (at: number, longitude: number, speed: number | null = null): Passage => ({
  at,
  longitude,
  latitude: 10,
  speed,
})

describe('a track', () => {
  test('joins neighbours with the speed at the end of each part', () => {
    const { features } = partsOf([passage(0, 1), passage(60, 2, 8), passage(120, 3, 95)])
    expect(features.map(({ geometry, properties }) => [geometry.coordinates, properties.step])).toEqual([
      [
        [
          [1, 10],
          [2, 10],
        ],
        0,
      ],
      [
        [
          [2, 10],
          [3, 10],
        ],
        4,
      ],
    ])
  })

  test('has a gap where nothing is known', () => {
    expect(partsOf([passage(0, 1), passage(gapSeconds + 1, 2)]).features).toEqual([])
  })

  test('crosses the antimeridian the short way', () => {
    const [part] = partsOf([passage(0, 179.5), passage(60, -179.5)]).features
    expect(part?.geometry.coordinates.map(([longitude]) => longitude)).toEqual([179.5, 180.5])
  })

  test('the speed of a step grows with its number', () => {
    expect([0, 10, 11, 60, 61, 200].map(stepOf)).toEqual([0, 0, 1, 2, 3, 4])
  })
})

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
