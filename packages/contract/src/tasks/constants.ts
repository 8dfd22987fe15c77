import { actionLimits } from '../actions/constants.ts'

export const taskTypes = ['command', 'api_request', 'upload_file', 'download_file'] as const
/** Methods of `api_request`. */
export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type TaskType = (typeof taskTypes)[number]

/** Where a group is on a device, in the words of the public API. */
export const groupLogStates = ['processing', 'completed', 'failed'] as const
export type GroupLogState = (typeof groupLogStates)[number]

/** What became of a task on a device; `unknown` if the device restarted, or did not answer any more. */
export const taskStates = ['done', 'failed', 'unknown'] as const
export type TaskState = (typeof taskStates)[number]

export const taskLimits = {
  /** Tasks of a group. */
  tasks: 50,
  name: 100,
  /** Seconds a device may take for a task. */
  timeout: { min: 1, default: 60, max: 300 },
  /** Exit codes of a command that count as success. */
  codes: 20,
  path: 255,
  /** Codes that an answer of a device's own API can have; those of success by default. */
  statuses: { min: 100, max: 599 },
  /** Characters of what an API request sends. */
  body: 8000,
  /** Tags a device gets by outcome. */
  tags: 10,
  /** Different variables of a group, and characters of a value. */
  variables: 20,
  value: 500,
  /** Devices of one run. */
  devices: actionLimits.devices,
  /** Seconds a run waits for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 30 * 86_400 },
  /** Days ahead a run can be scheduled. */
  startDays: 90,
  /** Days for which secret values are stored: a run with some has to be over by then. */
  secretDays: 7,
} as const

export const groupSorts = ['id', 'name', 'company_name', 'tasks', 'created_at', 'updated_at'] as const
