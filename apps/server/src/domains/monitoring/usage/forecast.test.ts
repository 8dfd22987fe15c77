import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastOf } from './forecast.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = Date.UTC(2026, 2, 10)
const after = (ms: number) => new Date(start + ms)

test('a forecast goes on from the average of the period', () => {
  const period = { from: after(0), to: after(30 * dayMs) }
  expect(forecastOf(100, 500, period, after(10 * dayMs))).toEqual({ expected: 300, reachesAt: null })
  expect(forecastOf(100, 200, period, after(10 * dayMs))).toEqual({ expected: 300, reachesAt: after(20 * dayMs) })
  expect(forecastOf(100, 300, period, after(10 * dayMs)).reachesAt).toEqual(period.to)
  expect(forecastOf(100, 100, period, after(10 * dayMs)).reachesAt).toBeNull()
  expect(forecastOf(100, 200, period, after(hourMs))).toEqual({ expected: null, reachesAt: null })
})

const bytes = fc.integer({ min: 0, max: 2 ** 50 })

test('a limit is reached before the end of the period exactly if the forecast comes to it, and not in the past', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.option(fc.integer({ min: 1, max: 2 ** 50 })),
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 0, max: 400 * 24 }),
      (used, limit, days, hours) => {
        const [now, to] = [after(hours * hourMs), after(days * dayMs)]
        const { expected, reachesAt } = forecastOf(used, limit, { from: after(0), to }, now)
        expect(expected === null).toBe(hours < 24)
        if (expected === null) return
        expect(expected).toBeGreaterThanOrEqual(used)
        if (now >= to) expect(expected).toBe(used)
        expect(reachesAt !== null).toBe(limit !== null && used < limit && expected >= limit)
        if (reachesAt === null) return
        expect(reachesAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
        // Half a byte of rounding may be days for a SIM that uses almost nothing.
        const half = (0.5 / used) * (now.getTime() - start)
        expect(reachesAt.getTime()).toBeLessThanOrEqual(to.getTime() + half + 1)
      },
    ),
  )
})

test('more use never makes a smaller forecast or a later end', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 1, max: 29 }), (one, other, day) => {
      const period = { from: after(0), to: after(30 * dayMs) }
      const limit = 2 ** 51
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((used) =>
        forecastOf(used, limit, period, after(day * dayMs)),
      )
      expect(more?.expected).toBeGreaterThanOrEqual(less?.expected ?? 0)
      if (less?.reachesAt) expect(more?.reachesAt?.getTime()).toBeLessThanOrEqual(less.reachesAt.getTime())
    }),
  )
})
