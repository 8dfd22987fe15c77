import { waveSizes } from '@longreach/contract/campaigns/waves'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, type StartedWave } from './decide.ts'

const wave = (values: Partial<StartedWave> = {}): StartedWave => ({
  wave: 1,
  passed: false,
  allowed: 0,
  accepted: 0,
  done: 0,
  failed: 0,
  undone: 0,
  acceptedUndone: 0,
  open: 0,
  waitingOnline: 0,
  waitingOffline: 0,
  ...values,
})

test('the sizes of waves add up to all devices, and none is empty', () => {
  expect(
    waveSizes(
      [
        { of: 'devices', size: 1, failures: 0 },
        { of: 'percent', size: 5, failures: 2 },
        { of: 'percent', size: 25, failures: 5 },
        { of: 'rest', failures: 5 },
      ],
      418,
    ),
  ).toEqual([1, 21, 105, 291])
  expect(
    waveSizes(
      [
        { of: 'devices', size: 1, failures: 0 },
        { of: 'percent', size: 5, failures: 0 },
        { of: 'rest', failures: 0 },
      ],
      1,
    ),
  ).toEqual([1])
  expect(waveSizes([{ of: 'devices', size: 2, failures: 0 }], 5)).toEqual([2, 3])
  const plan = fc.array(
    fc.oneof(
      fc.record({
        of: fc.constant('devices' as const),
        size: fc.integer({ min: 1, max: 500 }),
        failures: fc.constant(0),
      }),
      fc.record({
        of: fc.constant('percent' as const),
        size: fc.integer({ min: 1, max: 100 }),
        failures: fc.constant(0),
      }),
      fc.record({ of: fc.constant('rest' as const), failures: fc.constant(0) }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(plan, fc.integer({ min: 0, max: 2000 }), (waves, total) => {
      const sizes = waveSizes(waves, total)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total)
      expect(sizes.every((size) => size > 0)).toBe(true)
    }),
  )
})

describe('a campaign', () => {
  test('starts with its first wave, and goes on when one has passed', () => {
    expect(decide([], 3)).toEqual({ what: 'continue', passed: [], next: 1 })
    expect(decide([wave({ done: 1 })], 3)).toEqual({ what: 'continue', passed: [1], next: 2 })
    expect(decide([wave({ open: 1 })], 3)).toEqual({ what: 'continue', passed: [] })
    expect(decide([wave({ done: 9, waitingOnline: 1 })], 3)).toEqual({ what: 'continue', passed: [] })
  })

  test('halts with one failure more than is allowed, in whichever wave and however late', () => {
    const first = wave({ failed: 1, done: 4, open: 5 })
    expect(decide([first], 3)).toEqual({ what: 'halt', why: 'failures', wave: first })
    expect(decide([{ ...first, allowed: 1 }], 3)).toEqual({ what: 'continue', passed: [] })
    expect(decide([{ ...first, accepted: 1 }], 3)).toEqual({ what: 'continue', passed: [] })
    const late = wave({ passed: true, done: 3, failed: 1 })
    expect(decide([late, wave({ wave: 2, open: 10 })], 3)).toEqual({ what: 'halt', why: 'failures', wave: late })
  })

  test('does not wait for devices that are offline, but for half of a wave', () => {
    const half = wave({ done: 5, waitingOffline: 5 })
    expect(decide([half], 2)).toEqual({ what: 'continue', passed: [1], next: 2 })
    const less = wave({ done: 4, waitingOffline: 6 })
    expect(decide([less], 2)).toEqual({ what: 'continue', passed: [], waitsFor: less })
    const canary = wave({ waitingOffline: 1 })
    expect(decide([canary], 2)).toEqual({ what: 'continue', passed: [], waitsFor: canary })
  })

  test('ends when the last device has ended', () => {
    const first = wave({ passed: true, done: 5, waitingOffline: 1 })
    expect(decide([first, wave({ wave: 2, done: 8, waitingOffline: 2 })], 2)).toEqual({
      what: 'continue',
      passed: [2],
      waitsFor: first,
    })
    expect(decide([wave({ passed: true, done: 6 }), wave({ wave: 2, done: 8, failed: 2, allowed: 2 })], 2)).toEqual({
      what: 'finish',
      passed: [2],
    })
  })

  test('halts after a wave without a result before the next one, unless a user has accepted that', () => {
    const none = wave()
    expect(decide([none], 2)).toEqual({ what: 'halt', why: 'no_result', wave: none })
    expect(decide([wave({ passed: true })], 2)).toEqual({ what: 'continue', passed: [], next: 2 })
    expect(decide([wave({ passed: true }), wave({ wave: 2 })], 3)).toMatchObject({ what: 'halt', wave: { wave: 2 } })
    expect(decide([wave({ failed: 1, allowed: 1 })], 2)).toEqual({ what: 'continue', passed: [1], next: 2 })
  })

  test('waits for what was retried before it halts without a result', () => {
    expect(decide([wave({ passed: true, open: 1 }), wave({ wave: 2 })], 3)).toEqual({ what: 'continue', passed: [] })
  })

  test('ends after its last wave, also without a result', () => {
    expect(decide([wave()], 1)).toEqual({ what: 'finish', passed: [1] })
    expect(decide([wave({ passed: true, done: 1 }), wave({ wave: 2 })], 2)).toEqual({ what: 'finish', passed: [2] })
    const first = wave({ passed: true, done: 1, waitingOffline: 1 })
    expect(decide([first, wave({ wave: 2 })], 2)).toEqual({ what: 'continue', passed: [2], waitsFor: first })
  })
})

describe('a campaign whose devices take the change back', () => {
  const limits = { first: 1, all: 2 }

  test('halts with the first one of the first wave, and the second one of all, however many may fail', () => {
    const first = wave({ failed: 1, undone: 1, done: 4, allowed: 9 })
    expect(decide([first], 2, limits)).toEqual({ what: 'halt', why: 'undone', wave: first })
    expect(decide([{ ...first, acceptedUndone: 1 }], 2, limits)).toEqual({ what: 'continue', passed: [1], next: 2 })
    const passed = wave({ passed: true, done: 4 })
    const one = wave({ wave: 2, failed: 1, undone: 1, open: 3, allowed: 9 })
    expect(decide([passed, one], 3, limits)).toEqual({ what: 'continue', passed: [] })
    const two = { ...one, failed: 2, undone: 2 }
    expect(decide([passed, two], 3, limits)).toEqual({ what: 'halt', why: 'undone_all', wave: two })
    expect(decide([passed, one, wave({ ...one, wave: 3 })], 3, limits)).toMatchObject({ why: 'undone_all' })
  })

  test('goes on without the rule', () => {
    const first = wave({ failed: 5, undone: 5, allowed: 5 })
    expect(decide([first], 2, { first: 0, all: 0 })).toEqual({ what: 'continue', passed: [1], next: 2 })
    expect(decide([first], 2)).toEqual({ what: 'continue', passed: [1], next: 2 })
  })

  test('in whatever order they do, no more waves are started than devices that took it back allow', () => {
    const waves = fc.array(
      fc.record({ undone: fc.nat(3), failed: fc.nat(2), done: fc.integer({ min: 1, max: 5 }), accepted: fc.nat(3) }),
      { minLength: 1, maxLength: 5 },
    )
    const rule = fc.record({ first: fc.nat(3), all: fc.nat(4) })
    fc.assert(
      fc.property(waves, rule, (counts, { first, all }) => {
        const started = counts.map(({ undone, failed, done, accepted }, at) => {
          const acceptedUndone = Math.min(undone, accepted)
          return wave({ wave: at + 1, done, undone, acceptedUndone, failed: failed + undone, allowed: 9 })
        })
        const fresh = started.map(({ undone, acceptedUndone }) => undone - acceptedUndone)
        const total = fresh.reduce((sum, count) => sum + count, 0)
        const halts = (first > 0 && (fresh[0] ?? 0) >= first) || (all > 0 && total >= all)
        const decision = decide(started, started.length + 1, { first, all })
        expect(decision.what === 'halt').toBe(halts)
        if (decision.what === 'halt') expect(decision.wave.undone).toBeGreaterThan(decision.wave.acceptedUndone)
        else expect(decision).toMatchObject({ next: started.length + 1 })
      }),
    )
  })
})

test('with any outcome of any device, no device of a wave is touched before the one before has passed, and never after a halt', () => {
  const outcomes = fc.array(fc.constantFrom('done', 'failed', 'offline', 'skipped'), { minLength: 1, maxLength: 40 })
  const plan = fc.array(
    fc.record({
      of: fc.constant('devices' as const),
      size: fc.integer({ min: 1, max: 10 }),
      failures: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(outcomes, plan, (devices, waves) => {
      const sizes = waveSizes(waves, devices.length)
      const started: StartedWave[] = []
      let touched = 0
      for (let round = 0; round < 100; round++) {
        const decision = decide(started, sizes.length)
        expect(decide(started, sizes.length)).toEqual(decision)
        if (decision.what !== 'continue') {
          if (decision.what === 'halt') {
            const { failed, allowed, done, waitingOffline } = decision.wave
            if (decision.why === 'failures') expect(failed).toBeGreaterThan(allowed)
            else expect([done, failed, waitingOffline]).toEqual([0, 0, 0])
            expect(touched).toBe(sizes.slice(0, started.length).reduce((sum, size) => sum + size, 0))
          } else expect(devices).not.toContain('offline')
          return
        }
        for (const one of started) if (decision.passed.includes(one.wave)) one.passed = true
        if (decision.next === undefined) {
          expect(decision.waitsFor).toBeDefined()
          return
        }
        expect(decision.next).toBe(started.length + 1)
        for (const { done, failed, allowed, waitingOffline } of started) {
          expect(failed).toBeLessThanOrEqual(allowed)
          expect(done + failed).toBeGreaterThanOrEqual(Math.max(1, waitingOffline))
        }
        const of = devices.slice(touched, touched + (sizes[started.length] ?? 0))
        touched += of.length
        const count = (outcome: string) => of.filter((one) => one === outcome).length
        started.push(
          wave({
            wave: started.length + 1,
            allowed: waves[Math.min(started.length, waves.length - 1)]?.failures ?? 0,
            done: count('done'),
            failed: count('failed'),
            waitingOffline: count('offline'),
          }),
        )
      }
    }),
  )
})
