import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { tagActions, tagOrigins } from '../tags/actions.ts'
import { time } from '../time-schemas.ts'
import { groupStates, targetStates } from './constants.ts'

const text = () => z.nullable(z.string())
const state = z.enum(targetStates)

export const actionSchema = z.object({
  id: id('action'),
  /** A kind of the catalogue, or one that only another release knows. */
  kind: z.string(),
  title: z.string(),
  /** The command; null for other kinds and for users who may not run commands. */
  command: text(),
  user_id: z.nullable(id('user')),
  username: text(),
  /** Channel of its progress; null if another user started it. */
  channel: text(),
  created_at: time(),
  /** Time at which the last device finished; null while any has not. */
  finished_at: z.nullable(time()),
  /** Number of its devices that the caller sees, in total and by state. */
  total: z.int(),
  counts: z.record(state, z.int()),
  /** True while any of them is not final. */
  active: z.boolean(),
  /** The device, if there is only one. */
  device_id: z.nullable(id('device')),
  device_name: text(),
})
export type Action = z.infer<typeof actionSchema>

export const targetSchema = z.object({
  id: id('action_target'),
  action_id: id('action'),
  kind: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  company_id: companyId(),
  state,
  attempt: z.int(),
  /** The last step, in words. */
  message: z.string(),
  exit_code: z.nullable(z.int()),
  /** True if the device answered with text. */
  has_output: z.boolean(),
  created_at: time(),
  /** End of the time it waits for the device to come online. */
  expires_at: time(),
  sent_at: z.nullable(time()),
  finished_at: z.nullable(time()),
  /** True if the device may have done it without an answer: a retry asks for the outcome and does not repeat it. */
  outcome_unknown: z.boolean(),
})
export type Target = z.infer<typeof targetSchema>

export const stepSchema = z.object({
  id: z.int(),
  attempt: z.int(),
  state,
  message: z.string(),
  created_at: time(),
})

export const targetDetailsSchema = z.extend(targetSchema, {
  command: text(),
  /** The output of the command; null for other kinds and for users who may not run commands. */
  output: text(),
  /** The file that the device sent. */
  file_id: z.nullable(id('file')),
  steps: z.array(stepSchema),
})
export type TargetDetails = z.infer<typeof targetDetailsSchema>

/** An action on one device, with its answer: a row of the results. */
export const resultSchema = z.object({
  id: id('action_target'),
  action_id: id('action'),
  kind: z.string(),
  title: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  state,
  exit_code: z.nullable(z.int()),
  message: z.string(),
  /** The answer; null for kinds without one and for users who may not run commands. */
  output: text(),
  created_at: time(),
  sent_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type Result = z.infer<typeof resultSchema>

/** Devices of an action with the same answer, or all in the same state without one. */
export const outputGroupSchema = z.object({
  /** Key within the action; constant as long as its devices answer the same. */
  key: z.string(),
  state: z.enum(groupStates),
  count: z.int(),
  exit_code: z.nullable(z.int()),
  /** The last step, in words. */
  message: z.string(),
  /** First line that differs from the largest group; null without an answer that the caller may read. */
  preview: text(),
  /** Index of that line in the answer as plain text. */
  line: z.nullable(z.int()),
  /** Number of lines that the largest group does not have. */
  different: z.int(),
  /** For waiting devices: number of offline ones, and end of the waiting time. */
  offline: z.int(),
  expires_at: z.nullable(time()),
})
export type OutputGroup = z.infer<typeof outputGroupSchema>

export const outputsSchema = z.object({
  groups: z.array(outputGroupSchema),
  /** Groups and devices beyond those listed. */
  more: z.object({ groups: z.int(), devices: z.int() }),
  /** Milliseconds between sending and the slowest answer. */
  slowest: z.nullable(z.int()),
})
export type Outputs = z.infer<typeof outputsSchema>

export const outputSchema = z.object({
  output: text(),
  exit_code: z.nullable(z.int()),
  /** The first of its devices, by name. */
  devices: z.array(z.object({ id: id('device'), name: z.string() })),
  /** Ids of all its devices. */
  device_ids: z.array(id('device')),
})
export type Output = z.infer<typeof outputSchema>

export const pendingSchema = z.object({
  /** Used as `job_id` to cancel it. */
  id: id('action_target'),
  job_type: z.string(),
  name: z.string(),
  action_id: id('action'),
  device_id: id('device'),
  device_name: z.string(),
  serial: z.string(),
  username: text(),
  message: z.string(),
  created_at: time(),
  expires_at: time(),
})
export type PendingAction = z.infer<typeof pendingSchema>

/** Outcome of a tag's action on a device. */
export const tagActionLogSchema = z.object({
  id: z.int(),
  tag_id: id('tag'),
  tag_name: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  origin: z.enum(tagOrigins),
  /** Null if the tag as a whole was not used. */
  action: z.nullable(z.enum(tagActions)),
  source_id: z.nullable(z.int()),
  source_name: text(),
  /** The action that was started; null if none was. */
  action_id: z.nullable(id('action')),
  state: z.nullable(state),
  /** Reason why nothing was started, or the last step. */
  message: text(),
  created_at: time(),
})
export type TagActionLog = z.infer<typeof tagActionLogSchema>

/** The row of rms-domain §2.3. */
export const actionLogSchema = z.object({
  action_name: z.string(),
  scheduler_id: z.string(),
  request_target_state: state,
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  action_initialized_from: z.string(),
  additional_information: z.object({ source_id: z.nullable(z.int()), source_name: text() }),
  action_tag_id: z.nullable(id('tag')),
  action_tag_name: text(),
  action_tag_description: text(),
  events: z.array(z.object({ action: z.string(), message: z.string(), created_at: time(), reference_id: z.string() })),
  created_at: time(),
  finished_at: z.nullable(time()),
})
