import { actionLimits } from '../actions/constants.ts'

export const taskTypes = ['command', 'api_request', 'upload_file', 'download_file'] as const
export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type TaskType = (typeof taskTypes)[number]

/** State of a group's run on a device, in the words of the public API. */
export const groupLogStates = ['processing', 'completed', 'failed'] as const
export type GroupLogState = (typeof groupLogStates)[number]

/** Outcome of a task on a device; `unknown` if the device restarted, or stopped answering. */
export const taskStates = ['done', 'failed', 'unknown'] as const
export type TaskState = (typeof taskStates)[number]

export const taskLimits = {
  tasks: 50,
  name: 100,
  /** Time limit of a task in seconds. */
  timeout: { min: 1, default: 60, max: 300 },
  /** Most exit codes of a command that count as success. */
  codes: 20,
  path: 255,
  /** Codes that a response of a device's own API can have; by default those of success count. */
  statuses: { min: 100, max: 599 },
  /** Characters of the body of an API request. */
  body: 8000,
  tags: 10,
  /** Different variables of a group, and characters of a value. */
  variables: 20,
  value: 500,
  /** Devices per run. */
  devices: actionLimits.devices,
  /** Seconds for which a run waits for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 30 * 86_400 },
  /** Days ahead for which a run can be scheduled. */
  startDays: 90,
  /** Days for which secret values are stored: a run with some must be over by then. */
  secretDays: 7,
} as const

export const groupSorts = ['id', 'name', 'company_name', 'tasks', 'created_at', 'updated_at'] as const
