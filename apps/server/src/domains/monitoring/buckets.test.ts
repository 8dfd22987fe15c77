import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketWidth, layOut, type Span } from './buckets.ts'
import { findGaps } from './gaps.ts'

const spansAt = (...times: number[]): Span[] => times.map((at) => ({ at, first: at, last: at }))
const every = (seconds: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index * seconds)

describe('bucketWidth', () => {
  test('never needs more buckets than points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80_000_000 }), fc.integer({ min: 10, max: 2000 }), (seconds, points) => {
        expect(seconds / bucketWidth(seconds, points)).toBeLessThanOrEqual(points)
      }),
    )
  })

  test('a day in 400 points is drawn by five minutes, a month by two hours', () => {
    expect(bucketWidth(86_400, 400)).toBe(300)
    expect(bucketWidth(30 * 86_400, 400)).toBe(7200)
  })
})

describe('findGaps', () => {
  test('a silence much longer than the intervals around it is a gap', () => {
    const times = [...every(300, 20), ...every(300, 20, 20 * 300 + 7200)]
    expect(findGaps(spansAt(...times), 0)).toEqual([19])
  })

  test('a device that starts to report more often has no gap where it changed', () => {
    expect(findGaps(spansAt(...every(1800, 20), ...every(300, 20, 20 * 1800)), 0)).toEqual([])
  })

  test('reports in pairs leave no gap between the pairs, and two outages close together are two gaps', () => {
    const pairs = every(300, 30).flatMap((time) => [time, time + 1])
    expect(findGaps(spansAt(...pairs), 0)).toEqual([])
    const times = [...every(60, 10), 540 + 1800, 540 + 1860, ...every(60, 10, 540 + 1860 + 1800)]
    expect(findGaps(spansAt(...times), 0)).toEqual([9, 11])
  })

  test('jitter is not a gap', () => {
    const times = every(60, 50).map((time, index) => time + (index % 3) * 20)
    expect(findGaps(spansAt(...times), 0)).toEqual([])
  })
})

describe('layOut', () => {
  test('one empty entry represents a whole gap', () => {
    const spans = [...spansAt(...every(300, 6)), ...spansAt(...every(300, 6, 6000))]
    const { times, sources } = layOut(spans, 300)
    expect(times).toEqual([...every(300, 6), 1800, ...every(300, 6, 6000)])
    expect(sources).toEqual([0, 1, 2, 3, 4, 5, null, 6, 7, 8, 9, 10, 11])
  })

  test('times ascend, and every span is drawn once, for any reports', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0, 1, 10, 60),
        (times, width) => {
          const sorted = times.map((time) => (width > 0 ? time * width : time)).toSorted((a, b) => a - b)
          const grid = layOut(spansAt(...sorted), width)
          expect(grid.sources.filter((source) => source !== null)).toEqual(sorted.map((_, index) => index))
          expect(grid.times).toEqual([...new Set(grid.times)].toSorted((a, b) => a - b))
        },
      ),
    )
  })
})
