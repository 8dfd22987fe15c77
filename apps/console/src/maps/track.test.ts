import { describe, expect, test } from 'vitest'
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
