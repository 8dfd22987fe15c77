import type { TargetState } from '@longreach/contract/actions/constants'
import type { ActionKind, ActionStep } from '@longreach/contract/actions/kinds'
import { linkCommands } from '@longreach/contract/link/commands'
import type { ResultState } from '@longreach/contract/link/lines'

/** Which state may follow which; a new attempt is the only way out of an end. Running follows itself from step to step. */
export const transitions: Record<TargetState, readonly TargetState[]> = {
  queued: ['sent', 'failed', 'expired', 'cancelled'],
  sent: ['queued', 'running', 'done', 'failed'],
  running: ['running', 'done', 'failed'],
  done: [],
  failed: ['queued'],
  expired: ['queued'],
  cancelled: [],
}

export const statesBefore = (state: TargetState): TargetState[] =>
  (Object.keys(transitions) as TargetState[]).filter((from) => transitions[from].includes(state))

/** What is known of a target that was sent and not ended. */
export interface Started {
  kind: ActionKind
  state: 'sent' | 'running'
  /** The step that was sent, from 1. */
  step: number
  /** Boot id of the device when the step was sent. */
  boot: string
  /** What it was asked for: of an update the version. */
  arg: string | null
}

export type Observation =
  /** The device answered; `boot` is its boot id now, `agent` the version of its agent. */
  | { what: 'result'; state: ResultState; exit: number; text: string; boot: string; agent: string | null }
  /** The device said hello again, with an agent that stays or is only tried. */
  | { what: 'hello'; boot: string; agent: string | null; trial: boolean }
  | { what: 'gone' }
  /** No answer for as long as it may take; `seconds` since the step was sent. */
  | { what: 'overdue'; online: boolean; seconds: number }

export interface NextState {
  state: 'running' | 'done' | 'failed'
  message: string
  /** Set when the next step begins. */
  step?: number
  exit?: number
  output?: string
}

/** What an agent answers to a repetition while the first is under way. */
const underWay = 'begun, not finished'
/** What an overdue device did not do, by what would have ended the step. */
const missedOnline = { answer: 'answer', restart: 'restart', version: 'change its agent' } as const
const missedOffline = { answer: 'answer', restart: 'come back', version: 'come back' } as const
const exitCodes = { timedOut: 124, unsupported: 127 } as const

const formatSeconds = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

/** The step a target is at; of a kind with fewer steps by now its last. */
export const stepOf = ({ steps }: ActionKind, step: number): ActionStep =>
  steps[Math.min(step, steps.length) - 1] ?? steps[0]

function finish({ kind, step }: Started, done: Omit<NextState, 'state' | 'step'>): NextState {
  const { length } = kind.steps
  if (step >= length) return { state: 'done', ...done }
  return { state: 'running', step: step + 1, message: `Step ${step} of ${length} is done` }
}

function afterRestart(target: Started): NextState {
  const { kind, step } = target
  return stepOf(kind, step).ends === 'restart'
    ? finish(target, { message: kind.done })
    : { state: 'failed', message: 'The device restarted before it answered; whether it was done is not known' }
}

/** Ends an update when the device names the agent it was to get. */
function afterVersion(target: Started, agent: string | null): NextState | undefined {
  return agent === target.arg ? finish(target, { message: `${target.kind.done} to ${agent}` }) : undefined
}

function running({ state }: Started, message: string): NextState | undefined {
  return state === 'running' ? undefined : { state: 'running', message }
}

function afterDisconnect(target: Started): NextState | undefined {
  const { ends } = stepOf(target.kind, target.step)
  if (ends === 'answer') return undefined
  const next = ends === 'version' ? 'the device to try the new agent and come back' : 'the device to come back'
  return running(target, `The link ended; waiting for ${next}`)
}

function afterResult(target: Started, result: Observation & { what: 'result' }): NextState | undefined {
  const { exit, text } = result
  const { done, output } = target.kind
  const { ends } = stepOf(target.kind, target.step)
  const failed = result.state === 'failed'
  if (failed && exit === exitCodes.unsupported && text === 'unsupported')
    return { state: 'failed', exit, message: 'The agent on the device does not know this action; update it' }
  if (result.state === 'already' && text === underWay) return running(target, 'The device has begun')
  if (ends === 'restart') {
    if (result.boot !== target.boot) return afterRestart(target)
    return failed
      ? { state: 'failed', exit, message: answerText(text, exit) }
      : running(target, 'The device is restarting')
  }
  if (ends === 'version') {
    if (failed || exit !== 0) return { state: 'failed', exit, message: answerText(text, exit) }
    // Only an agent that stays names itself: one that is tried, or that was asked by a command, answers something else.
    const stays = text === target.arg ? afterVersion(target, result.agent) : undefined
    return stays ?? running(target, 'The device has begun')
  }
  const kept = output ? { exit, output: text } : { exit }
  if (exit === 0 && !failed) return finish(target, { ...kept, message: done })
  if (failed && exit === exitCodes.timedOut)
    return { state: 'failed', ...kept, message: 'It was ended: its time was over' }
  return { state: 'failed', ...kept, message: output ? `It ended with exit code ${exit}` : answerText(text, exit) }
}

/** First line of what the device answered, cut for lists. */
function answerText(text: string, exit: number): string {
  const line = text
    .split(/\p{Cc}/u, 1)[0]
    ?.trim()
    .slice(0, 200)
  return line ? `The device said: ${line}` : `The device failed with code ${exit}`
}

/** Where an observation takes a target that was sent; undefined when nowhere. */
export function nextState(target: Started, observation: Observation): NextState | undefined {
  const { ends } = stepOf(target.kind, target.step)
  switch (observation.what) {
    case 'result':
      return afterResult(target, observation)
    case 'hello':
      if (ends === 'version')
        return observation.trial ? running(target, 'The new agent is tried') : afterVersion(target, observation.agent)
      return observation.boot !== target.boot && !mayRepeat(target.kind, target.step) ? afterRestart(target) : undefined
    case 'gone':
      return afterDisconnect(target)
    case 'overdue': {
      const missed = observation.online ? missedOnline[ends] : missedOffline[ends]
      return { state: 'failed', message: `The device did not ${missed} within ${formatSeconds(observation.seconds)}` }
    }
  }
}

/** What changes nothing may run again in a device that restarted and forgot it; so may what ends in the same in any case. */
export function mayRepeat(kind: ActionKind, step: number): boolean {
  const { verb, ends } = stepOf(kind, step)
  return !linkCommands[verb].writes || ends === 'version'
}
