import { expect, test } from 'vitest'
import { createReporter } from './reporter.ts'
import { specOf } from './spec.ts'
import { newState } from './state.ts'

const day = 86_400
const firstAt = Date.UTC(2026, 2, 10) / 1000

test.each([1, 3, 4])('everything is sent once the last report is acknowledged, %i at a time', (window) => {
  const spec = specOf({ index: 1, model: 'TSW202', name: 'Switch', use: 'industry', life: 'retired' }, 7)
  const state = newState(firstAt, firstAt - 45 * day, 0)
  const reporter = createReporter({
    spec,
    state,
    save: () => {},
    history: true,
    faults: [],
    elapsed: () => 0,
    now: () => firstAt,
  })
  let last = 0
  for (let more = true; more; ) {
    const before = last
    for (let count = 0; count < window; count++) more = reporter.sendPast()
    for (const { seq } of reporter.spool.unsent(window)) last = seq
    reporter.spool.sent(window)
    // Nothing sent, nothing acknowledged.
    if (last > before) reporter.acknowledged(reporter.spool.acknowledge(last))
  }
  expect(last).toBeGreaterThan(1500)
  expect(reporter.allSent()).toBe(true)
})
