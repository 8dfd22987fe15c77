import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('starts are spread over the seconds, and a rest saves no more than one second of them', () => {
  let now = 5000
  const pace = createPace(10, () => now)
  expect(pace.allowed()).toBe(10)
  pace.spend(10)
  expect([pace.allowed(), pace.wait()]).toEqual([0, 250])
  now += 250
  expect([pace.allowed(), pace.wait()]).toEqual([2, 0])
  now += 3_600_000
  expect(pace.allowed()).toBe(10)
})

test('no window of time has more starts than its seconds and one more allow', () => {
  const times = fc.array(fc.tuple(fc.nat(700), fc.nat(30)), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), times, (perSecond, looks) => {
      let now = 0
      const pace = createPace(perSecond, () => now)
      const starts = looks.map(([passed, asked]) => {
        now += passed
        const count = Math.min(asked, pace.allowed())
        pace.spend(count)
        return { at: now, count }
      })
      for (const [from, { at }] of starts.entries()) {
        let sum = 0
        for (const start of starts.slice(from)) {
          sum += start.count
          expect(sum).toBeLessThanOrEqual(perSecond * (1 + (start.at - at) / 1000) + 1e-6)
        }
      }
    }),
  )
})
