import { isActive, type TargetState, targetStates } from '@longreach/contract/actions/constants'
import { type ActionKind, actionKindNames, actionKinds } from '@longreach/contract/actions/kinds'
import { translateMessage } from '@longreach/contract/i18n'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextState, type Observation, type Started, statesBefore, stepOf, transitions } from './next-state.ts'

const boot = fc.constantFrom('000000000001', '000000000002')
const agent = fc.constantFrom('1.0.0', '1.1.0')
const firmware = fc.constantFrom('RUTX_R_00.07.05', 'RUTX_R_00.07.06')
const observation: fc.Arbitrary<Observation> = fc.oneof(
  fc.record({
    what: fc.constant('result' as const),
    state: fc.constantFrom('done' as const, 'failed' as const, 'already' as const),
    exit: fc.constantFrom(0, 1, 124, 127),
    text: fc.constantFrom('', 'ok', '1.1.0', 'unsupported', 'begun, not finished'),
    boot,
    agent,
    firmware,
  }),
  fc.record({ what: fc.constant('hello' as const), boot, agent, firmware, trial: fc.boolean() }),
  fc.constant({ what: 'gone' as const }),
  fc.record({ what: fc.constant('overdue' as const), online: fc.boolean(), seconds: fc.nat(10_000) }),
)
const image = (version: string | null) =>
  JSON.stringify({
    file_id: 1,
    name: 'image.bin',
    sha256: '0'.repeat(64),
    size: 1000,
    version,
    keep_settings: true,
    downgrade: false,
    metered: false,
  })
/** A kind with three steps. */
const update: ActionKind = {
  ...actionKinds.update_agent,
  steps: [
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
    { verb: 'reboot', startWithin: 60, answers: 600, ends: 'restart' },
    { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' },
  ],
}
const started: fc.Arbitrary<Started> = fc
  .record({
    kind: fc.constantFrom(...actionKindNames.map((name): ActionKind => actionKinds[name]), update),
    step: fc.constant(1),
    state: fc.constantFrom('sent' as const, 'running' as const),
    boot: fc.constant('000000000001'),
    message: fc.constant(''),
    command_id: fc.constant('a1'),
    stated: fc.constantFrom('RUTX_R_00.07.06', null),
  })
  .map(({ stated, ...target }) => ({
    ...target,
    arg: target.kind.argument?.from === 'file' ? image(stated) : '1.1.0',
  }))

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
        if (next.state === 'done' && ends === 'firmware') {
          expect('boot' in event && event.boot !== start.boot).toBe(true)
          if (start.arg === image('RUTX_R_00.07.06')) expect(event).toMatchObject({ firmware: 'RUTX_R_00.07.06' })
          expect(event).not.toMatchObject({ state: 'failed' })
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
  const command: Started = {
    kind: actionKinds.command,
    step: 1,
    state: 'sent',
    boot: '000000000001',
    arg: 'uptime',
    message: '',
    command_id: 'a1',
  }
  const agent = { agent: '1.1.0', firmware: 'RUTX_R_00.07.06', trial: false }
  expect(nextState(command, { what: 'hello', boot: '000000000002', ...agent })?.state).toBe('failed')
  expect(nextState(command, { what: 'hello', boot: '000000000001', ...agent })).toBeUndefined()
  const refresh: Started = { ...command, kind: actionKinds.update_metrics_data }
  expect(nextState(refresh, { what: 'hello', boot: '000000000002', ...agent })).toBeUndefined()
})

test('a configuration that was refused says so, also when the answer was lost and is repeated', () => {
  const target: Started = {
    kind: actionKinds.configure,
    step: actionKinds.configure.steps.findIndex(({ verb }) => verb === 'config-apply') + 1,
    state: 'sent',
    boot: '000000000001',
    arg: null,
    message: '',
    command_id: 'a1',
  }
  const answer = { exit: 7, text: 'line 2: not a line that may be applied', boot: target.boot }
  const runs = { agent: '1.1.0', firmware: null }
  const of = (state: 'failed' | 'already') => nextState(target, { what: 'result', state, ...answer, ...runs } as never)
  expect(of('failed')).toMatchObject({ state: 'failed', message: expect.stringContaining('config_refused') })
  expect(of('already')).toEqual(of('failed'))
})

describe('S4.106: a firmware update', () => {
  const before = 'RUTX_R_00.07.05'
  const after = 'RUTX_R_00.07.06'
  const [boot, another] = ['000000000001', '000000000002']
  const runs = { boot, agent: '1.1.0', firmware: before }
  const back = { ...runs, boot: another, firmware: after }
  const answer = (state: 'done' | 'failed' | 'already', exit: number, text = '') =>
    ({ what: 'result', state, exit, text }) as const
  const hello = { what: 'hello', trial: false } as const
  const said = (message = '') =>
    translateMessage(message, (key, values) => `${key} ${Object.values(values).join()}`.trim())

  test.each<[string, Partial<Started>, Observation, string, string]>([
    ['is fetched', {}, { ...answer('done', 0), ...runs }, 'running', 'actions.firmware_fetched 1,2'],
    ['was fetched before', {}, { ...answer('already', 0), ...runs }, 'running', 'actions.firmware_fetched 1,2'],
    ['is fetched again after a restart', {}, { ...hello, ...back }, '', ''],
    ['goes on fetching without a link', {}, { what: 'gone' }, '', ''],
    [
      'has no memory',
      {},
      { ...answer('failed', 4, '60 MB needed'), ...runs },
      'failed',
      'actions.device_answer 60 MB needed',
    ],
    [
      'was not fetched in time',
      {},
      { ...answer('failed', 6), ...runs },
      'failed',
      'actions.fetch_time actions.device_failed 6',
    ],
    [
      'is never fetched',
      {},
      { what: 'overdue', online: true, seconds: 21_600 },
      'failed',
      'actions.no_answer system.minutes 360',
    ],
    ['is installed', { step: 2 }, { ...answer('done', 0), ...runs }, 'running', 'actions.firmware_installing'],
    [
      'is being installed',
      { step: 2 },
      { ...answer('already', 0, 'begun, not finished'), ...runs },
      'running',
      'actions.firmware_installing',
    ],
    ['restarts', { step: 2 }, { what: 'gone' }, 'running', 'actions.firmware_restarting'],
    ['keeps its boot', { step: 2 }, { ...hello, ...runs, firmware: after }, '', ''],
    [
      'is refused',
      { step: 2 },
      { ...answer('failed', 7, 'Image check failed\nmore'), ...runs },
      'failed',
      'actions.firmware_refused Image check failed',
    ],
    [
      'fails otherwise',
      { step: 2 },
      { ...answer('failed', 1, 'tool'), ...runs },
      'failed',
      'actions.device_answer tool',
    ],
    ['is back with it', { step: 2 }, { ...hello, ...back }, 'done', `actions.done_firmware_version ${after}`],
    [
      'is back with another',
      { step: 2 },
      { ...hello, ...back, firmware: before },
      'failed',
      `actions.firmware_wrong ${before}`,
    ],
    [
      'is back without a name',
      { step: 2 },
      { ...hello, ...back, firmware: '' },
      'failed',
      'actions.firmware_wrong actions.firmware_unnamed',
    ],
    [
      'is back with an image that states no version',
      { step: 2, arg: image(null) },
      { ...hello, ...back },
      'done',
      `actions.done_firmware_unstated ${after}`,
    ],
    [
      'answers that it has restarted',
      { step: 2 },
      { ...answer('already', 0, 'rebooted'), ...back },
      'done',
      `actions.done_firmware_version ${after}`,
    ],
    [
      'answers so with another',
      { step: 2 },
      { ...answer('already', 0, 'rebooted'), ...back, firmware: before },
      'failed',
      `actions.firmware_wrong ${before}`,
    ],
    [
      'never restarts',
      { step: 2 },
      { what: 'overdue', online: true, seconds: 1800 },
      'failed',
      'actions.firmware_no_restart system.minutes 30',
    ],
    [
      'never returns',
      { step: 2 },
      { what: 'overdue', online: false, seconds: 1800 },
      'failed',
      'actions.firmware_not_back system.minutes 30',
    ],
  ])('%s', (_, target, observation, state, message) => {
    const kind = actionKinds.update_firmware
    const started: Started = {
      kind,
      step: 1,
      state: 'sent',
      boot,
      arg: image(after),
      message: '',
      command_id: 'a1',
      ...target,
    }
    const next = nextState(started, observation)
    expect([next?.state ?? '', said(next?.message)]).toEqual([state, message])
  })
})
