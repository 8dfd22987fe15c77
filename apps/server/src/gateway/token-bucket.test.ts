import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

const limits = fc.record({ rate: fc.integer({ min: 1, max: 100 }), burst: fc.integer({ min: 1, max: 50 }) })
const pauses = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 })

test('never allows more than the burst and the rate together', () => {
  fc.assert(
    fc.property(limits, pauses, ({ rate, burst }, waits) => {
      let time = 0
      const bucket = createTokenBucket({ rate, burst, now: () => time })
      let taken = 0
      for (const wait of waits) {
        time += wait
        if (bucket.take()) taken++
        expect(taken).toBeLessThanOrEqual(burst + (time / 1000) * rate + 1e-6)
      }
    }),
  )
})

test('waiting as long as requested stays within the rate', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 300 }), ({ rate, burst }, lines) => {
      let time = 0
      const bucket = createTokenBucket({ rate, burst, now: () => time })
      for (let line = 0; line < lines; line++) time += bucket.reserve()
      expect(lines).toBeLessThanOrEqual(burst + (time / 1000) * rate + 1e-6)
    }),
  )
})

test('an idle bucket refills up to its size', () => {
  let time = 0
  const bucket = createTokenBucket({ rate: 10, burst: 5, now: () => time })
  for (let token = 0; token < 5; token++) expect(bucket.take()).toBe(true)
  expect(bucket.take()).toBe(false)
  time = 60_000
  expect(bucket.level()).toBe(1)
})
