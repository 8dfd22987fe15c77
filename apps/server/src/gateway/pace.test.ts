import { expect, test } from 'vitest'
import { createPace, type LineKind } from './pace.ts'

const limits = {
  freshReports: { rate: 1, burst: 10 },
  resentReports: { rate: 100, burst: 10 },
  lines: { rate: 1, burst: 10 },
}

/** Sends as fast as allowed for a minute; returns the outcome. */
function talk(kind: LineKind, pauseBetween: number) {
  let time = 0
  const pace = createPace({ limits, times: { throttle: 10_000 }, now: () => time })
  let lines = 0
  while (time < 60_000) {
    const pacing = pace(kind)
    if ('tooFast' in pacing) return { droppedAt: time, lines }
    lines++
    time += pacing.wait + pauseBetween
  }
  return { droppedAt: undefined, lines }
}

test('a device within its rate is never delayed', () => {
  expect(talk('other', 1000)).toEqual({ droppedAt: undefined, lines: 60 })
})

test('a device a hundred times too fast is slowed, then dropped', () => {
  const { droppedAt, lines } = talk('fresh report', 10)
  expect(droppedAt).toBeGreaterThan(10_000)
  expect(droppedAt).toBeLessThan(12_000)
  expect(lines).toBeLessThan(25)
})

test('a device that empties its spool is only slowed', () => {
  const { droppedAt, lines } = talk('resent report', 0)
  expect(droppedAt).toBeUndefined()
  expect(lines).toBeGreaterThan(5900)
  expect(lines).toBeLessThan(6100)
})
