import type { ActionStep } from '@longreach/contract/actions/kinds'
import type { RunTask } from '@longreach/contract/tasks/argument'
import type { TaskType } from '@longreach/contract/tasks/constants'

/** Seconds for the device to start a step, and for its answer to arrive after the time limit. */
const startWithin = 60
const spare = 60

const verbs = {
  command: ['exec'],
  api_request: ['api-call'],
  // Fetched content stays in memory until it is stored.
  upload_file: ['fetch', 'store'],
  download_file: ['send'],
} as const satisfies Record<TaskType, readonly ActionStep['verb'][]>

/** The steps of a run: one or two for each task. */
export function stepsOf(tasks: readonly RunTask[]): readonly [ActionStep, ...ActionStep[]] {
  const steps = tasks.flatMap(({ type, timeout }) =>
    verbs[type].map(
      (verb): ActionStep => ({
        verb,
        startWithin,
        answers: timeout + spare,
        ends: 'answer',
        ...(verb === 'exec' || verb === 'api-call' ? { seconds: timeout } : {}),
        ...(verb === 'fetch' ? { failures: fetchFailures } : {}),
        ...(verb === 'store' ? { failures: storeFailures } : {}),
      }),
    ),
  )
  return steps as [ActionStep, ...ActionStep[]]
}

const fetchFailures = {
  3: 'actions.fetch_ticket',
  5: 'actions.fetch_content',
  6: 'actions.fetch_time',
  75: 'actions.fetch_busy',
} as const
const storeFailures = { 3: 'tasks.store_path', 4: 'tasks.store_full', 5: 'tasks.store_missing' } as const

export interface StepPlace {
  task: RunTask
  /** Index of the task. */
  at: number
  verb: (typeof verbs)[TaskType][number]
  /** True if the task ends with this step. */
  last: boolean
}

/** The task of a step; for a step after the last one, the last task. */
export function placeOf(tasks: readonly RunTask[], step: number): StepPlace {
  const places = tasks.flatMap((task, at) =>
    verbs[task.type].map((verb, part, all): StepPlace => ({ task, at, verb, last: part === all.length - 1 })),
  )
  return places[Math.min(step, places.length) - 1] as StepPlace
}

export const firstStepOf = (tasks: readonly RunTask[], at: number): number =>
  tasks.slice(0, at).reduce((sum, { type }) => sum + verbs[type].length, 1)
