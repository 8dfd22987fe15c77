import {
  actionKindNames,
  actionKinds,
  isActive,
  type TargetState,
  targetStates,
} from '@longreach/contract/actions/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Begun, type Happening, judge, statesBefore, transitions } from './machine.ts'

const boot = fc.constantFrom('000000000001', '000000000002')
const agent = fc.constantFrom('1.0.0', '1.1.0')
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    what: fc.constant('result' as const),
    state: fc.constantFrom('done' as const, 'failed' as const, 'already' as const),
    exit: fc.constantFrom(0, 1, 124, 127),
    text: fc.constantFrom('', 'ok', '1.1.0', 'unsupported', 'begun, not finished'),
    boot,
    agent,
  }),
  fc.record({ what: fc.constant('hello' as const), boot, agent, trial: fc.boolean() }),
  fc.constant({ what: 'gone' as const }),
  fc.record({ what: fc.constant('overdue' as const), online: fc.boolean(), seconds: fc.nat(10_000) }),
)
const begun: fc.Arbitrary<Begun> = fc.record({
  kind: fc.constantFrom(...actionKindNames),
  state: fc.constantFrom('sent' as const, 'running' as const),
  boot: fc.constant('000000000001'),
  arg: fc.constant('1.1.0'),
})

test('whatever happens in whatever order, a target takes only allowed steps and ends at most once, truthfully', () => {
  fc.assert(
    fc.property(begun, fc.array(happening, { maxLength: 20 }), (start, happenings) => {
      let state: TargetState = start.state
      for (const event of happenings) {
        if (state !== 'sent' && state !== 'running') break
        const verdict = judge({ ...start, state }, event)
        if (!verdict) continue
        expect(transitions[state]).toContain(verdict.state)
        expect(verdict.message.length).toBeGreaterThan(0)
        if (event.what === 'overdue') expect(verdict.state).toBe('failed')
        if (verdict.state === 'done' && actionKinds[start.kind].ends === 'restart')
          expect('boot' in event && event.boot !== start.boot).toBe(true)
        if (verdict.state === 'done' && actionKinds[start.kind].ends === 'answer')
          expect(event).toMatchObject({ what: 'result', exit: 0 })
        if (verdict.state === 'done' && actionKinds[start.kind].ends === 'version') {
          expect(event).toMatchObject({ agent: '1.1.0' })
          expect(event).not.toMatchObject({ trial: true })
          if (event.what === 'result') expect(event.text).toBe('1.1.0')
        }
        state = verdict.state
      }
    }),
    { numRuns: 2000 },
  )
})

test('what is overdue always ends', () => {
  fc.assert(
    fc.property(begun, fc.boolean(), (target, online) => {
      expect(judge(target, { what: 'overdue', online, seconds: 600 })?.state).toBe('failed')
    }),
  )
})

test('an end is left only by a new attempt, a command in a restarted device by failing', () => {
  for (const state of targetStates) {
    if (!isActive(state)) expect(transitions[state].filter((next) => next !== 'queued')).toEqual([])
  }
  expect(statesBefore('cancelled')).toEqual(['queued'])
  const command: Begun = { kind: 'command', state: 'sent', boot: '000000000001', arg: 'uptime' }
  const agent = { agent: '1.1.0', trial: false }
  expect(judge(command, { what: 'hello', boot: '000000000002', ...agent })?.state).toBe('failed')
  expect(judge(command, { what: 'hello', boot: '000000000001', ...agent })).toBeUndefined()
  const refresh: Begun = { ...command, kind: 'update_metrics_data' }
  expect(judge(refresh, { what: 'hello', boot: '000000000002', ...agent })).toBeUndefined()
})
