import { type ActionKindName, actionKinds, type TargetState } from '@longreach/contract/actions/constants'
import { linkCommands } from '@longreach/contract/link/commands'
import type { ResultState } from '@longreach/contract/link/lines'

/** Which state may follow which; a new attempt is the only way out of an end. */
export const transitions: Record<TargetState, readonly TargetState[]> = {
  queued: ['sent', 'failed', 'expired', 'cancelled'],
  sent: ['queued', 'running', 'done', 'failed'],
  running: ['done', 'failed'],
  done: [],
  failed: ['queued'],
  expired: ['queued'],
  cancelled: [],
}

export const statesBefore = (state: TargetState): TargetState[] =>
  (Object.keys(transitions) as TargetState[]).filter((from) => transitions[from].includes(state))

/** What is known of a target that was sent and not ended. */
export interface Begun {
  kind: ActionKindName
  state: 'sent' | 'running'
  /** Boot id of the device when it was sent. */
  boot: string
  /** What it was asked for: of an update the version. */
  arg: string | null
}

export type Happening =
  /** The device answered; `boot` is its boot id now, `agent` the version of its agent. */
  | { what: 'result'; state: ResultState; exit: number; text: string; boot: string; agent: string | null }
  /** The device said hello again, with an agent that stays or is only tried. */
  | { what: 'hello'; boot: string; agent: string | null; trial: boolean }
  | { what: 'gone' }
  /** No answer for as long as it may take; `seconds` since it was sent. */
  | { what: 'overdue'; online: boolean; seconds: number }

export interface Verdict {
  state: 'running' | 'done' | 'failed'
  message: string
  exit?: number
  output?: string
}

/** What an agent answers to a repetition while the first is under way. */
const underWay = 'begun, not finished'
/** What a device did not do that is overdue, by what would have ended it. */
const untilEnd = { answer: 'answer', restart: 'restart', version: 'change its agent' } as const
const untilEndAway = { answer: 'answer', restart: 'come back', version: 'come back' } as const
const codes = { tooLate: 124, unsupported: 127 } as const

const lasting = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

function restarted({ kind }: Begun): Verdict {
  return actionKinds[kind].ends === 'restart'
    ? { state: 'done', message: actionKinds[kind].done }
    : { state: 'failed', message: 'The device restarted before it answered; whether it was done is not known' }
}

/** The device says which agent runs on it. */
function runs(target: Begun, agent: string | null): Verdict | undefined {
  return agent === target.arg ? { state: 'done', message: `${actionKinds[target.kind].done} to ${agent}` } : undefined
}

function begins({ state }: Begun, message: string): Verdict | undefined {
  return state === 'running' ? undefined : { state: 'running', message }
}

function gone(target: Begun): Verdict | undefined {
  const { ends } = actionKinds[target.kind]
  if (ends === 'answer') return undefined
  const next = ends === 'version' ? 'the device to try the new agent and come back' : 'the device to come back'
  return begins(target, `The link ended; waiting for ${next}`)
}

function answered(target: Begun, result: Happening & { what: 'result' }): Verdict | undefined {
  const { exit, text } = result
  const { ends, done, output } = actionKinds[target.kind]
  const failed = result.state === 'failed'
  if (failed && exit === codes.unsupported && text === 'unsupported')
    return { state: 'failed', exit, message: 'The agent on the device does not know this action; update it' }
  if (result.state === 'already' && text === underWay) return begins(target, 'The device has begun')
  if (ends === 'restart') {
    if (result.boot !== target.boot) return restarted(target)
    return failed ? { state: 'failed', exit, message: said(text, exit) } : begins(target, 'The device is restarting')
  }
  if (ends === 'version') {
    if (failed || exit !== 0) return { state: 'failed', exit, message: said(text, exit) }
    // Only an agent that stays names itself: one that is tried, or that was told by a command, answers something else.
    const stays = text === target.arg ? runs(target, result.agent) : undefined
    return stays ?? begins(target, 'The device has begun')
  }
  const kept = output ? { exit, output: text } : { exit }
  if (exit === 0 && !failed) return { state: 'done', ...kept, message: done }
  if (failed && exit === codes.tooLate) return { state: 'failed', ...kept, message: 'It was ended: its time was over' }
  return { state: 'failed', ...kept, message: output ? `It ended with exit code ${exit}` : said(text, exit) }
}

/** First line of what the device said, cut: it stands in lists. */
function said(text: string, exit: number): string {
  const line = text
    .split(/\p{Cc}/u, 1)[0]
    ?.trim()
    .slice(0, 200)
  return line ? `The device said: ${line}` : `The device failed with code ${exit}`
}

/** Where a happening takes a target that was sent; undefined when nowhere. */
export function judge(target: Begun, happening: Happening): Verdict | undefined {
  switch (happening.what) {
    case 'result':
      return answered(target, happening)
    case 'hello':
      if (actionKinds[target.kind].ends === 'version')
        return happening.trial ? begins(target, 'The new agent is tried') : runs(target, happening.agent)
      return happening.boot !== target.boot && !mayRepeat(target.kind) ? restarted(target) : undefined
    case 'gone':
      return gone(target)
    case 'overdue': {
      const missed = happening.online
        ? untilEnd[actionKinds[target.kind].ends]
        : untilEndAway[actionKinds[target.kind].ends]
      return { state: 'failed', message: `The device did not ${missed} within ${lasting(happening.seconds)}` }
    }
  }
}

/** What changes nothing may run again in a device that restarted and forgot it; so may what ends in the same in any case. */
export const mayRepeat = (kind: ActionKindName) =>
  !linkCommands[actionKinds[kind].verb].writes || actionKinds[kind].ends === 'version'
