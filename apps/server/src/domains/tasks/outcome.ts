import { type Text, text } from '@longreach/contract/i18n'
import type { TaskState } from '@longreach/contract/tasks/constants'
import type { NextState, Observation } from '../actions/next-state.ts'
import type { StepPlace } from './steps.ts'

export interface TaskOutcome {
  state: TaskState
  message: Text
  exit: number | null
  output: string | null
  /** The file that the device sent. */
  fileId?: number | undefined
}

const timedOut = 124

/** Exit codes that mean success, unless the task has its own. */
const success: readonly number[] = [0]

/** Reads the answer of the device's API: a line with the code, then the response. */
function answeredBy({ acceptable_codes: codes = [] }: StepPlace['task'], answer: string): TaskOutcome {
  const [, status = '', output = ''] = /^(\d{3})\n?(.*)$/s.exec(answer) ?? []
  const code = Number(status)
  const done = codes.length > 0 ? codes.includes(code) : code >= 200 && code < 300
  return {
    state: done ? 'done' : 'failed',
    message: text('tasks.result_status', { code }),
    exit: status === '' ? null : code,
    output,
  }
}

/**
 * Outcome of a task after one of its steps ended. `next` is the state that any action would have after the observation.
 */
export function outcomeOf({ task, verb }: StepPlace, next: NextState, observation: Observation): TaskOutcome {
  if (observation.what !== 'result') {
    const message = observation.what === 'hello' ? text('tasks.result_restarted') : next.message
    return { state: 'unknown', message, exit: null, output: null }
  }
  const { exit, state, text: answer } = observation
  if (verb === 'api-call' && state !== 'failed' && exit === 0) return answeredBy(task, answer)
  if (verb !== 'exec' && verb !== 'api-call') {
    const done = next.state !== 'failed'
    const stored = text(verb === 'send' ? 'tasks.result_received' : 'tasks.result_stored')
    return { state: done ? 'done' : 'failed', message: done ? stored : next.message, exit, output: null }
  }
  const ran = { exit, output: answer }
  if (state === 'failed')
    return exit === timedOut
      ? { ...ran, state: 'failed', message: text('tasks.result_timed_out', { count: task.timeout }) }
      : { state: 'failed', exit, output: null, message: next.message }
  if (verb === 'api-call') return { ...ran, state: 'failed', message: next.message }
  const codes = task.acceptable_codes?.length ? task.acceptable_codes : success
  const done = codes.includes(exit)
  const plain = done && exit === 0
  return {
    ...ran,
    state: done ? 'done' : 'failed',
    message: plain ? text('tasks.result_done') : text('tasks.result_exit', { code: exit }),
  }
}
