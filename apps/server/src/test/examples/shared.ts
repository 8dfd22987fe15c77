import { createCompany } from '@longreach/contract/companies/endpoints'
import type { Ref } from '@longreach/contract/names'
import type { TestClient } from '../client.ts'
import type { Place, World } from '../world.ts'

export interface OwnIds {
  company: number
  user: number
  /** Another user of the caller's company, created for this call. */
  colleague(): Promise<{ id: number; email: string }>
  role: number
  /** Created by the caller for this call. */
  session(kind: 'browser' | 'token'): Promise<number>
  tag(): Promise<number>
  file(): Promise<number>
  /** A firmware image for `router`, of the company. */
  firmware(): Promise<number>
  image(): Promise<number>
  /** An upload of the caller: nothing, or all of it was sent. */
  upload(complete?: boolean): Promise<number>
  /** A device of the caller's company, created for this call. */
  device(values?: Record<string, unknown>): Promise<number>
  /** A SIM in a device of the company. */
  sim(): Promise<number>
  /** An invitation into the company. */
  invitation(): Promise<number>
  enrolmentKey(): Promise<number>
  deviceImport(): Promise<number>
  authorizedDevice(): Promise<number>
  /** A device with a pending enrolment. */
  claim(): Promise<{ device: number; fingerprint: string }>
  suppressedEmail(): Promise<string>
  notification(): Promise<number>
  /** A change of a device of the company that can be undone. */
  undo(): Promise<number>
  /** A notice for all users. */
  notice(): Promise<number>
  /** An entry of a device of the company; `main` makes it the automatic one. */
  remoteAccess(values?: Record<string, unknown>): Promise<{ id: number; device: number }>
  /** An open session of the caller. */
  remoteSession(values?: Record<string, unknown>): Promise<number>
  /** An action on one such device. */
  action(values?: Record<string, unknown>): Promise<{ action: number; action_target: number }>
  campaign(values?: Record<string, unknown>, device?: { id: number; state: string }): Promise<number>
  /** A device of the company whose present configuration is not the intended one. */
  configVersions(): Promise<{ device: number; intended: number; running: number }>
  /** Stores an API document for RutOS devices. */
  apiDocument(): Promise<unknown>
  /** A backup of the company, with settings that none of its devices has. */
  backup(): Promise<number>
  /** A rule for backups of the company. */
  backupRule(values?: Record<string, unknown>): Promise<number>
  /** A group of tasks of the company, with its first task. */
  taskGroup(): Promise<{ task_group: number; task: number }>
  /** A device of the company that reports an output, and its dashboard, with an image. */
  dashboard(): Promise<{ device: number; dashboard: number; image: number }>
  /** A device of the company with a rule, and an alert that it raised. */
  alert(): Promise<{ alert: number; alert_rule: number; device: number }>
  /** A run of a group of the company that has ended, with the log of its task. */
  taskLog(): Promise<{ task_log: number; action_target: number }>
}

export type Example = (
  own: OwnIds,
  client: TestClient,
) => Promise<{
  params?: object
  query?: object
  body?: object
  files?: Record<string, File>
  bytes?: Uint8Array<ArrayBuffer>
}>

/**
 * Creates objects of another company for the kinds of ids of a domain; `client` is its administrator. No call of the own
 * company may find or touch them.
 */
export type Theirs = (world: World, place: Place, client: TestClient) => Promise<Partial<Record<Ref, number>>>

/** Calls that an administrator may make and that succeed, by the name of the endpoint. */
export type Examples = Readonly<Record<string, Example>>

export const month = { start_date: '2026-10-01 00:00:00', end_date: '2026-10-31 00:00:00' }

export const ofDevice =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: await own.device() }, ...rest })

export const calls = [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: '10.0.0.9' } }]

let count = 0
/** A number that no other example has. */
export const nextNumber = () => ++count
export const fresh = (prefix: string) => `${prefix}${nextNumber()}`

export async function branch(own: OwnIds, client: TestClient): Promise<number> {
  const { data } = await client.call(createCompany, { body: { name: fresh('Branch '), parent_id: own.company } })
  return data.id
}

/** A device for the images of `firmware()`. */
export const router = (own: OwnIds) =>
  own.device({ model: 'RUTX11', firmware: 'RUTX_R_00.07.06', caps: ['fetch', 'firmware'] })
