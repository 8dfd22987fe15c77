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

/** The server's part of a kind of action; each domain registers its kinds. */
export interface ActionHandler {
  name: string
  kind: ActionKind
  /** Steps of an action, for kinds whose steps depend on the argument. */
  stepsOf?: (argument: string) => readonly [ActionStep, ...ActionStep[]]
  /** Reason why a device cannot execute it, besides what applies to all kinds. */
  obstacle?: (device: Candidate, argument: string | null) => Obstacle | undefined
  /** For kinds that bring a file: the file, locked against deletion. Throws if the caller may not use it. */
  fileOf?: (call: Pick<Call, 'db' | 'scope'>, argument: string) => Promise<ActionFile>
  /**
   * For kinds that are started from a stored object, such as a task group: the object, locked against deletion with its
   * contents. Throws if the caller may not use it.
   */
  sourceOf?: (call: Pick<Call, 'db' | 'scope'>, argument: string) => Promise<ActionSource>
  /** True if an action with that argument has a secret for each device, like kinds with `from: 'secret'`. */
  hasSecret?: (argument: string) => boolean
  /** The argument of kinds that get it from the server. Queued targets with another one are outdated and not sent. */
  argument?: () => string
  /** Message for outdated targets; gets the current argument. */
  outdated?: (argument: string) => Text
  /** Counts a start by the user; throws if there were too many. */
  limit?: (userId: number) => Promise<void>
  /** Command of a step for a device; by default the verb of the step with the argument. */
  command?: (
    target: Pick<Moved, 'id' | 'device_id' | 'arg' | 'command_id'>,
    step: number,
    commands: CommandSource,
  ) => Promise<Pick<Command, 'verb' | 'arg'>>
  /** Reason why a target is not sent when it is its turn: it may have waited for months. It fails with that message. */
  prevents?: (db: Db, target: Pick<Moved, 'id' | 'device_id' | 'arg'>) => Promise<Text | undefined>
  /** Verifies a step that the device reports as done. If a message is returned, the target fails with it. */
  verify?: (
    tx: Db,
    target: Pick<Moved, 'id' | 'device_id' | 'command_id' | 'arg'>,
    step: number,
  ) => Promise<Text | undefined>
  /** For kinds whose devices send content that is not a file: takes it, in the transaction in which the target ends. */
  received?: (tx: Db, upload: Received) => Promise<void>
  /** Runs in the transaction in which a step ended, in place of `verify`, and decides what follows. */
  conclude?: (tx: Db, target: Concluded, next: NextState, observation: Observation) => Promise<NextState>
  /** Arguments with which its actions are patient, for kinds that are not always so. */
  patientWith?: readonly string[]
  /** Text for a patient action whose device is offline longer than a step may take. */
  unheard?: (argument: string | null, step: number) => Text | undefined
  /** Runs in the transaction in which targets ended, whatever the outcome. */
  ended?: (tx: Db, targets: readonly Moved[]) => Promise<void>
}

/** Complete content that a device sent for a command. */
export interface Received {
  target_id: number
  action_id: number
  device_id: number
  company_id: number
  user_id: number | null
  username: string | null
  kind: string
  /** A blob that is not finished yet, and the checksum that the device reported. */
  blob_id: number
  sha256: string
}

export type Obstacle = Omit<ErrorItem, 'source'>

/** A target with a step that has ended. */
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

/** The stored object that an action is started from. */
export interface ActionSource {
  id: number
  name: string
}

export interface ActionFile {
  id: number
  /** Values for the audit log. */
  audit: Record<string, unknown>
  /** Reason why a device cannot use the file. */
  obstacle: (device: Candidate) => Obstacle | undefined
}

/** Data that only the sending node has: commands with a ticket for the device's link to it, and secrets. */
export interface CommandSource {
  /** The command that brings a device the agent of this server. */
  offerAgent: (deviceId: number) => Promise<Pick<Command, 'verb' | 'arg'>>
  /** A ticket with which the device sends the file of a command; with a name if the kind does not determine it. */
  offerUpload: (target: Pick<Moved, 'id' | 'device_id' | 'command_id'>, name?: string) => Promise<string>
  /** A ticket with which the device fetches content for a command. */
  offerDownload: (
    target: Pick<Moved, 'id' | 'device_id' | 'command_id'>,
    content: { blobId: number; size: number },
  ) => Promise<string>
  /** The secret of a target; rejects if it is no longer stored. */
  openSecret: (targetId: number) => Promise<string>
}

/** Domains register the kinds of actions they handle here. */
export const actionKind = defineHook<ActionHandler>('actionKind')

/** All kinds this server knows, by name. */
export type ActionKinds = ReadonlyMap<string, ActionHandler>

/** The kind with the steps of an action. */
export const kindOf = ({ kind, stepsOf }: ActionHandler, argument: string | null): ActionKind =>
  stepsOf && argument !== null ? { ...kind, steps: stepsOf(argument) } : kind

/** Declares the handler of a kind in the contract. */
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

/** Shared by all code that changes actions; within a transaction, `db` is that transaction. */
export interface ActionContext {
  db: Db
  kinds: ActionKinds
  emit: Emit
}
