import { isActive, type TargetState, targetStates } from '@longreach/contract/actions/constants'
import { type ActionKind, actionKindNames, actionKinds } from '@longreach/contract/actions/kinds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextState, type Observation, type Started, statesBefore, stepOf, transitions } from './next-state.ts'

const boot = fc.constantFrom('000000000001', '000000000002')
const agent = fc.constantFrom('1.0.0', '1.1.0')
const observation: fc.Arbitrary<Observation> = fc.oneof(
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
/** With three steps, like a firmware update. */
const update: ActionKind = {
  ...actionKinds.update_agent,
  steps: [
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
    { verb: 'reboot', startWithin: 60, answers: 600, ends: 'restart' },
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
  ],
}
const started: fc.Arbitrary<Started> = fc.record({
  kind: fc.constantFrom(...actionKindNames.map((name): ActionKind => actionKinds[name]), update),
  step: fc.constant(1),
  state: fc.constantFrom('sent' as const, 'running' as const),
  boot: fc.constant('000000000001'),
  arg: fc.constant('1.1.0'),
})

test('for any order of observations, a target takes only allowed transitions and ends at most once, correctly', () => {
  fc.assert(
    fc.property(started, fc.array(observation, { maxLength: 20 }), (start, observations) => {
      let state: TargetState = start.state
      let { step } = start
      for (const event of observations) {
        if (state !== 'sent' && state !== 'running') break
        const { ends } = stepOf(start.kind, step)
        const next = nextState({ ...start, state, step }, event)
        if (!next) continue
        if (next.state === 'done') expect(step).toBe(start.kind.steps.length)
        if (next.step !== undefined) expect([next.state, next.step]).toEqual(['running', step + 1])
        expect(transitions[state]).toContain(next.state)
        expect(next.message.length).toBeGreaterThan(0)
        if (event.what === 'overdue') expect(next.state).toBe('failed')
        if ((next.state === 'done' || next.step) && ends === 'restart')
          expect('boot' in event && event.boot !== start.boot).toBe(true)
        if ((next.state === 'done' || next.step) && ends === 'answer')
          expect(event).toMatchObject({ what: 'result', exit: 0 })
        if ((next.state === 'done' || next.step) && ends === 'version') {
          expect(event).toMatchObject({ agent: '1.1.0' })
          expect(event).not.toMatchObject({ trial: true })
          if (event.what === 'result') expect(event.text).toBe('1.1.0')
        }
        state = next.state
        step = next.step ?? step
      }
    }),
    { numRuns: 2000 },
  )
})

test('an overdue target always ends', () => {
  fc.assert(
    fc.property(started, fc.boolean(), (target, online) => {
      expect(nextState(target, { what: 'overdue', online, seconds: 600 })?.state).toBe('failed')
    }),
  )
})

test('a final state is left only by a new attempt; a command on a restarted device fails', () => {
  for (const state of targetStates) {
    if (!isActive(state)) expect(transitions[state].filter((next) => next !== 'queued')).toEqual([])
  }
  expect(statesBefore('cancelled')).toEqual(['queued'])
  const command: Started = { kind: actionKinds.command, step: 1, state: 'sent', boot: '000000000001', arg: 'uptime' }
  const agent = { agent: '1.1.0', trial: false }
  expect(nextState(command, { what: 'hello', boot: '000000000002', ...agent })?.state).toBe('failed')
  expect(nextState(command, { what: 'hello', boot: '000000000001', ...agent })).toBeUndefined()
  const refresh: Started = { ...command, kind: actionKinds.update_metrics_data }
  expect(nextState(refresh, { what: 'hello', boot: '000000000002', ...agent })).toBeUndefined()
})
