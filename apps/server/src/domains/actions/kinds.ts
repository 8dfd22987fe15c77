import { type ActionKind, type ActionKindName, type ActionStep, actionKinds } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Command } from '../../drivers/driver.ts'
import type { Call } from '../../endpoint/route.ts'
import type { Emit } from '../../events/emit.ts'
import { defineHook } from '../../module/hook.ts'
import type { NextState, Observation } from './next-state.ts'
import type { Candidate } from './start.ts'
import type { Moved } from './steps.ts'

/** The server's part of a kind of action; each domain registers those of its kinds. */
export interface ActionHandler {
  name: string
  kind: ActionKind
  /** The steps of an action, for kinds whose actions differ in them. */
  stepsOf?: (argument: string) => readonly [ActionStep, ...ActionStep[]]
  /** Why a device cannot execute it, besides what applies to all kinds. */
  obstacle?: (device: Candidate, argument: string | null) => Obstacle | undefined
  /** Of kinds that bring a file: the file, locked against being deleted. Throws if the caller may not use it. */
  fileOf?: (call: Pick<Call, 'db' | 'scope'>, argument: string) => Promise<ActionFile>
  /**
   * Of kinds that are started from something that is stored, such as a group of tasks: what that is, with what it brings
   * locked against being deleted. Throws if the caller may not use it.
   */
  sourceOf?: (call: Pick<Call, 'db' | 'scope'>, argument: string) => Promise<ActionSource>
  /** Whether an action with that argument has a secret for each device, as kinds with `from: 'secret'` have. */
  hasSecret?: (argument: string) => boolean
  /** The argument of kinds that get it from the server. Queued targets with another one are outdated and not sent. */
  argument?: () => string
  /** Message for outdated ones, with the current argument. */
  outdated?: (argument: string) => Text
  /** Counts a start by the user; throws if there were too many. */
  limit?: (userId: number) => Promise<void>
  /** The command of a step for a device; by default the verb of the step with the argument. */
  command?: (
    target: Pick<Moved, 'id' | 'device_id' | 'arg' | 'command_id'>,
    step: number,
    commands: CommandSource,
  ) => Promise<Pick<Command, 'verb' | 'arg'>>
  /**
   * Why a target is not sent to its device after all, when it is its turn: it may have waited for months. It then fails
   * with that message.
   */
  prevents?: (db: Db, target: Pick<Moved, 'id' | 'device_id' | 'arg'>) => Promise<Text | undefined>
  /** Whether a step that the device reports as done is done. The message says why not; the target then fails. */
  verify?: (
    tx: Db,
    target: Pick<Moved, 'id' | 'device_id' | 'command_id' | 'arg'>,
    step: number,
  ) => Promise<Text | undefined>
  /** Of kinds whose devices send something that is no file: takes what was received, in the transaction of its end. */
  received?: (tx: Db, upload: Received) => Promise<void>
  /** Runs in the transaction in which a step ended, in place of `verify`, and decides what follows. */
  conclude?: (tx: Db, target: Concluded, next: NextState, observation: Observation) => Promise<NextState>
  /** Arguments with which its actions are patient, of kinds that are not always so. */
  patientWith?: readonly string[]
  /** What is shown of a patient action while its device is offline longer than a step may take. */
  unheard?: (argument: string | null, step: number) => Text | undefined
  /** Runs in the transaction in which targets ended, whatever the outcome. */
  ended?: (tx: Db, targets: readonly Moved[]) => Promise<void>
}

/** What a device sent for a command, whole. */
export interface Received {
  target_id: number
  action_id: number
  device_id: number
  company_id: number
  user_id: number | null
  username: string | null
  kind: string
  /** Content that is not complete yet, and the checksum that it has by the device's account. */
  blob_id: number
  sha256: string
}

export type Obstacle = Omit<ErrorItem, 'source'>

/** A target of which a step ended. */
export interface Concluded {
  id: number
  device_id: number
  command_id: string | null
  arg: string | null
  attempt: number
  step: number
  /** Seconds since the step was sent. */
  waited: number
}

/** What an action is started from. */
export interface ActionSource {
  id: number
  name: string
}

/** A file that an action brings to devices. */
export interface ActionFile {
  id: number
  /** What the audit log says of it. */
  audit: Record<string, unknown>
  /** Why it is not for a device. */
  obstacle: (device: Candidate) => Obstacle | undefined
}

/** Known only to the sending node: commands with a ticket for the device's link on it, and secrets. */
export interface CommandSource {
  /** The command with which a device gets the agent of this server. */
  offerAgent: (deviceId: number) => Promise<Pick<Command, 'verb' | 'arg'>>
  /** A ticket with which the device sends the file of a command; with a name where the kind does not determine it. */
  offerUpload: (target: Pick<Moved, 'id' | 'device_id' | 'command_id'>, name?: string) => Promise<string>
  /** A ticket with which the device fetches content for a command. */
  offerDownload: (
    target: Pick<Moved, 'id' | 'device_id' | 'command_id'>,
    content: { blobId: number; size: number },
  ) => Promise<string>
  /** The secret of a target; rejects if it is no longer stored. */
  openSecret: (targetId: number) => Promise<string>
}

/** Where domains register the kinds of actions they handle. */
export const actionKind = defineHook<ActionHandler>('actionKind')

/** Every kind this server knows, by name. */
export type ActionKinds = ReadonlyMap<string, ActionHandler>

/** The kind with the steps of an action. */
export const kindOf = ({ kind, stepsOf }: ActionHandler, argument: string | null): ActionKind =>
  stepsOf && argument !== null ? { ...kind, steps: stepsOf(argument) } : kind

/** The handler of a kind of the contract. */
export const actionHandler = (
  name: ActionKindName,
  handler: Omit<ActionHandler, 'name' | 'kind'> = {},
): ActionHandler => ({ name, kind: actionKinds[name], ...handler })

/** Throws if a kind has two handlers or none, or lacks what its declaration requires. */
export function createActionKinds(handlers: readonly ActionHandler[]): ActionKinds {
  const kinds = new Map<string, ActionHandler>()
  for (const handler of handlers) {
    const { name, kind, argument, fileOf, sourceOf, stepsOf } = handler
    if (kinds.has(name)) throw new Error(`Action ${name} has two handlers`)
    if (kind.argument?.from === 'server' && !argument) throw new Error(`Action ${name} has no argument from the server`)
    if (kind.argument?.from === 'file' && !fileOf) throw new Error(`Action ${name} has no file`)
    if (kind.argument?.from === 'tasks' && !(sourceOf && stepsOf)) throw new Error(`Action ${name} has no tasks`)
    kinds.set(name, handler)
  }
  const missing = Object.keys(actionKinds).find((name) => !kinds.has(name))
  if (missing !== undefined) throw new Error(`Action ${missing} has no handler`)
  return kinds
}

/** Shared by everything that changes actions; `db` is the transaction within one. */
export interface ActionContext {
  db: Db
  kinds: ActionKinds
  emit: Emit
}
