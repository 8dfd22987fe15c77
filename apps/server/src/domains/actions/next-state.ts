import { firmwareArgument } from '@longreach/contract/actions/arguments'
import type { TargetState } from '@longreach/contract/actions/constants'
import type { ActionKind, ActionStep } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import { configExits, type LinkCommand, linkCommands } from '@longreach/contract/link/commands'
import { sameFirmware } from '@longreach/contract/link/firmware'
import type { ResultState } from '@longreach/contract/link/lines'

/**
 * Allowed transitions; a new attempt is the only way out of a final state. Running follows itself from step to step,
 * and queued follows it if the next step must not be sent yet.
 */
export const transitions: Record<TargetState, readonly TargetState[]> = {
  queued: ['sent', 'failed', 'expired', 'cancelled'],
  sent: ['queued', 'running', 'done', 'failed'],
  running: ['queued', 'running', 'done', 'failed'],
  done: [],
  failed: ['queued'],
  expired: ['queued'],
  cancelled: [],
}

export const statesBefore = (state: TargetState): TargetState[] =>
  (Object.keys(transitions) as TargetState[]).filter((from) => transitions[from].includes(state))

/** A target that was sent and has not ended. */
export interface Started {
  kind: ActionKind
  state: 'sent' | 'running'
  /** The step that was sent, from 1. */
  step: number
  /** Boot id of the device when the step was sent. */
  boot: string
  /** Argument of the action: the version of an agent, the image of a firmware update. */
  arg: string | null
  /** Message shown for the target. */
  message: string
  /** Id under which the step was sent. */
  command_id: string | null
}

/** Boot and versions that a device reports. */
interface Runs {
  boot: string
  /** Version of its agent. */
  agent: string | null
  firmware: string | null
}

export type Observation =
  /** The device answered. */
  | ({ what: 'result'; state: ResultState; exit: number; text: string } & Runs)
  /**
   * The device sent another hello; its agent is installed or on trial, and `apply` is the outcome it reports of the
   * last configuration.
   */
  | ({ what: 'hello'; trial: boolean; apply?: string | undefined } & Runs)
  | { what: 'gone' }
  /** No answer within the time limit; `seconds` since the step was sent. */
  | { what: 'overdue'; online: boolean; seconds: number }

export interface NextState {
  /** `queued`: it is sent again from its first step. */
  state: 'running' | 'done' | 'failed' | 'queued'
  message: Text
  /** Set when the next step starts. */
  step?: number
  exit?: number
  output?: string
  /** The device may have done it, or may still do it. */
  unknown?: boolean
}

/** An agent's answer to a repetition while the first command is still running. */
export const underWay = 'begun, not finished'
/** Messages for an overdue device that is online, by the event that would have ended the step. */
const missedOnline = {
  answer: 'actions.no_answer',
  restart: 'actions.no_restart',
  version: 'actions.no_update',
  firmware: 'actions.firmware_no_restart',
  applied: 'actions.config_not_back',
} as const
const missedOffline = {
  ...missedOnline,
  restart: 'actions.not_back',
  version: 'actions.not_back',
  firmware: 'actions.firmware_not_back',
} as const
/** Messages for a step in progress, by the event that ends it. */
const inProgress = {
  answer: 'actions.running',
  restart: 'actions.running',
  version: 'actions.running',
  firmware: 'actions.firmware_installing',
  applied: 'actions.config_applying',
} as const
const waitingBack = {
  restart: 'actions.waiting_back',
  version: 'actions.waiting_new_agent',
  firmware: 'actions.firmware_restarting',
  applied: 'actions.config_reconnecting',
} as const
const exitCodes = { timedOut: 124, unsupported: 127 } as const

const formatSeconds = (seconds: number) =>
  seconds < 120
    ? text('system.seconds', { count: seconds })
    : text('system.minutes', { count: Math.round(seconds / 60) })

/** The current step of a target; the last one if its kind has fewer steps by now. */
export const stepOf = ({ steps }: ActionKind, step: number): ActionStep =>
  steps[Math.min(step, steps.length) - 1] ?? steps[0]

function finish({ kind, step }: Started, done: Omit<NextState, 'state' | 'step'>): NextState {
  const { length } = kind.steps
  if (step >= length) return { state: 'done', ...done }
  const message = text(stepOf(kind, step).done ?? 'actions.step_done', { step, steps: length })
  return { state: 'running', step: step + 1, message }
}

function afterRestart(target: Started): NextState {
  const { kind, step } = target
  return stepOf(kind, step).ends === 'restart'
    ? finish(target, { message: text(kind.done) })
    : { state: 'failed', message: text('actions.restarted') }
}

/** The version stated by an image; null if it states none. */
function statedVersion({ arg }: Started): string | null {
  return arg === null ? null : firmwareArgument.parse(JSON.parse(arg)).version
}

/** After a restart only the device's present firmware decides, whatever it answered before. */
function afterFirmware(target: Started, firmware: string | null): NextState {
  const stated = statedVersion(target)
  const version = firmware || text('actions.firmware_unnamed')
  if (stated === null) return finish(target, { message: text('actions.done_firmware_unstated', { version }) })
  return firmware !== null && sameFirmware(stated, firmware)
    ? finish(target, { message: text('actions.done_firmware_version', { version }) })
    : { state: 'failed', message: text('actions.firmware_wrong', { version }) }
}

/** Ends an update when the device reports the expected agent. */
function afterVersion(target: Started, agent: string | null): NextState | undefined {
  return agent === target.arg
    ? finish(target, { message: text('actions.agent_updated', { version: agent ?? '' }) })
    : undefined
}

/** The first step becomes running only once; later steps are running from their start, and report changed messages. */
function running({ state, step, message: shown }: Started, message: Text): NextState | undefined {
  return state === 'running' && (step === 1 || shown === message) ? undefined : { state: 'running', message }
}

function afterDisconnect(target: Started): NextState | undefined {
  const { ends } = stepOf(target.kind, target.step)
  return ends === 'answer' ? undefined : running(target, text(waitingBack[ends]))
}

function afterResult(target: Started, result: Observation & { what: 'result' }): NextState | undefined {
  const { exit, text: answer } = result
  const { done, output } = target.kind
  const { ends } = stepOf(target.kind, target.step)
  const failed = result.state === 'failed'
  if (failed && exit === exitCodes.unsupported && answer === 'unsupported')
    return { state: 'failed', exit, message: text('actions.unknown_to_agent') }
  // A repeated answer shows only by its code that the command failed.
  const known = result.state === 'done' ? undefined : knownFailure(target, answer, exit)
  if (ends === 'firmware' && result.boot !== target.boot && !failed) return afterFirmware(target, result.firmware)
  if (result.state === 'already' && answer === underWay) return running(target, text(inProgress[ends]))
  if (ends === 'firmware') {
    if (failed || exit !== 0) return { state: 'failed', exit, message: known ?? answerText(answer, exit) }
    return running(target, text(inProgress[ends]))
  }
  if (ends === 'applied') return afterApply(target, result, known)
  if (ends === 'restart') {
    if (result.boot !== target.boot) return afterRestart(target)
    return failed
      ? { state: 'failed', exit, message: answerText(answer, exit) }
      : running(target, text('actions.restarting'))
  }
  if (ends === 'version') {
    if (failed || exit !== 0) return { state: 'failed', exit, message: answerText(answer, exit) }
    // Only an installed agent answers with its version; an agent on trial, or started by a command, answers something
    // else.
    const stays = answer === target.arg ? afterVersion(target, result.agent) : undefined
    return stays ?? running(target, text('actions.running'))
  }
  const kept = output ? { exit, output: answer } : { exit }
  if (known) return { state: 'failed', exit, message: known }
  if (exit === 0 && !failed) return finish(target, { ...kept, message: text(done) })
  if (failed && exit === exitCodes.timedOut) return { state: 'failed', ...kept, message: text('actions.timed_out') }
  return {
    state: 'failed',
    ...kept,
    message: output ? text('actions.exit_code', { code: exit }) : answerText(quotable(target, answer), exit),
  }
}

/** The agent's answer about a configuration that it took back. */
const undone = /^undone(?:: (.+))?$/
/** Outcome of calls of the device's own API, which the configs domain stores. */
const ofCalls = / \[[\d/ ]+\]$/

function takenBack(answer: string): Text | undefined {
  const found = undone.exec(firstLine(answer.replace(ofCalls, '')))
  return found ? text('actions.config_undone', { why: found[1] ?? '' }) : undefined
}

/** Applied is not enough: only a device that connects again is known to be reachable with its new settings. */
function afterApply(target: Started, { state, exit, text: answer }: Observation & { what: 'result' }, known?: Text) {
  const back = takenBack(answer)
  if (back) return { state: 'failed', exit, message: back } as const
  if (state === 'failed' || exit !== 0)
    return { state: 'failed', exit, message: known ?? answerText(answer, exit) } as const
  // The confirmation of an earlier attempt.
  return /^confirmed(?: |$)/.test(answer)
    ? finish(target, { message: text('actions.config_confirmed') })
    : running(target, text('actions.config_reconnecting'))
}

/** A device that no longer has the configuration is asked for the reason. */
const afterRelink = (target: Started, apply: string | undefined): NextState | undefined =>
  apply === `${target.command_id} applied` ? finish(target, { message: text('actions.config_reached') }) : undefined

/** Empty for a secret, which the device may repeat in its answer. */
const quotable = ({ kind }: Started, answer: string): string => (kind.argument?.from === 'secret' ? '' : answer)

/** Message for an exit code of the step, if it has its own. */
function knownFailure(target: Started, answer: string, exit: number): Text | undefined {
  const { verb, failures = target.kind.failures } = stepOf(target.kind, target.step)
  // The device took it back just before the confirmation.
  if (verb === 'config-confirm' && exit === configExits.settled && takenBack(answer)) return takenBack(answer)
  const key = failures?.[exit]
  const line = firstLine(quotable(target, answer))
  return key && text(key, { answer: line || text('actions.device_failed', { code: exit }) })
}

/** First line of the device's answer, shortened for lists. */
const firstLine = (answer: string) => (answer.split(/\p{Cc}/u, 1)[0] ?? '').trim().slice(0, 200)

function answerText(answer: string, exit: number): Text {
  const line = firstLine(answer)
  return line ? text('actions.device_answer', { answer: line }) : text('actions.device_failed', { code: exit })
}

/** The transition that an observation causes for a target that was sent; undefined for none. */
export function nextState(target: Started, observation: Observation): NextState | undefined {
  const { ends } = stepOf(target.kind, target.step)
  switch (observation.what) {
    case 'result':
      return afterResult(target, observation)
    case 'hello':
      if (ends === 'version')
        return observation.trial
          ? running(target, text('actions.trying_agent'))
          : afterVersion(target, observation.agent)
      if (ends === 'applied') return afterRelink(target, observation.apply)
      if (observation.boot === target.boot || mayRepeat(target.kind, target.step)) return undefined
      return ends === 'firmware' ? afterFirmware(target, observation.firmware) : afterRestart(target)
    case 'gone':
      return afterDisconnect(target)
    case 'overdue': {
      const missed = target.kind.unanswered ?? (observation.online ? missedOnline[ends] : missedOffline[ends])
      return {
        state: 'failed',
        message: text(missed, { time: formatSeconds(observation.seconds) }),
        unknown: !mayRepeat(target.kind, target.step),
      }
    }
  }
}

/**
 * True if a step may run again on a device that restarted and forgot it: it has no side effects, or its outcome is the
 * same either way.
 */
export function mayRepeat(kind: ActionKind, step: number): boolean {
  const { verb, ends } = stepOf(kind, step)
  const { writes, repeatable }: LinkCommand = linkCommands[verb]
  // A configuration is applied once: a device answers a repetition with its outcome, even after a restart.
  return !writes || repeatable === true || ends === 'version' || verb === 'config-apply'
}
