import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cornersOf, degreesOf } from './circle.ts'

const earthRadius = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points on the ground, by the haversine formula. */
function distance([longitude, latitude]: number[], [to, north]: number[]): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const [from, south, east, top] = [longitude, latitude, to, north].map((value) => value ?? Number.NaN) as [
    number,
    number,
    number,
    number,
  ]
  const share = half(top - south) + Math.cos(radians(south)) * Math.cos(radians(top)) * half(east - from)
  return 2 * earthRadius * Math.asin(Math.sqrt(share))
}

const circles = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  radius: fc.double({ min: 10, max: 5000, noNaN: true }),
})

test('all corners of a circle are as far from its centre as its radius, and the first is the last', () => {
  fc.assert(
    fc.property(circles, (circle) => {
      const corners = cornersOf(circle)
      const centre = [circle.longitude, circle.latitude]
      for (const corner of corners) expect(Math.abs(distance(centre, corner) / circle.radius - 1)).toBeLessThan(0.02)
      expect(corners.at(-1)?.[1]).toBeCloseTo(corners[0]?.[1] ?? Number.NaN, 9)
    }),
  )
})

test('a circle at a pole spans a finite width', () => {
  expect(degreesOf({ longitude: 0, latitude: 90, radius: 1000 }).width).toBeLessThan(1)
})
