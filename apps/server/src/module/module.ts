import type { Db } from '../db/client.ts'
import type { AnyList } from '../db/list.ts'
import type { Partitioned } from '../db/partitions.ts'
import type { DB } from '../db/schema.ts'
import type { ChannelSource } from '../endpoint/channels.ts'
import type { Route } from '../endpoint/route.ts'
import type { UndoKind } from '../endpoint/undo.ts'
import type { EventHandler } from '../events/handler.ts'
import type { Job } from '../jobs/job.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Seal } from '../seal.ts'
import type { AnyHook, Hook, HookUse } from './hook.ts'
import type { NamedObject } from './named.ts'
import type { Retention } from './retention.ts'

/** A column that holds sealed bytes, and the number its rows are known by. */
export interface SealedColumn {
  table: keyof DB
  id: string
  column: string
}

/** What all modules together declare, for the domain that needs it. */
export interface Assembly {
  /** What modules use a hook for, in the order of the modules. */
  handlers<Handler>(hook: Hook<Handler>): readonly Handler[]
  /** Tables whose rows move with their company, in the order they are written. */
  followingTables: readonly string[]
  /** Objects that sentences of the audit log name. */
  namedObjects: readonly NamedObject[]
  /** How changes are undone. */
  undoKinds(): readonly UndoKind[]
}

/**
 * A domain as the server sees it. `Needs` are the services every node has, `ApiNeeds` those of a node with the API.
 */
export interface Module<Needs, ApiNeeds = Needs> {
  name: string
  /** Hooks that this module and those after it may use. */
  offers?: readonly AnyHook[]
  /** `assembly` is complete only when the handlers run. */
  hooks?: (services: Needs, assembly: Assembly) => readonly HookUse[]
  /** What the module does when something happened in another one. */
  events?: (services: Needs, assembly: Assembly) => readonly EventHandler[]
  routes?: (services: ApiNeeds, assembly: Assembly) => readonly Route[]
  /** How changes that its calls record as undoable are undone. */
  undo?: (services: Needs, assembly: Assembly) => readonly UndoKind[]
  jobs?: (services: Needs, assembly: Assembly) => readonly Job[]
  metrics?: (services: Needs) => void
  /** What workers look for again and again. */
  loops?: (services: Needs, assembly: Assembly) => readonly Loop[]
  /** Its lists; a test compares them with the contract and the database. */
  lists?: readonly AnyList[]
  /** Its objects that sentences of the audit log name, where they have a page. */
  named?: readonly NamedObject[]
  /** Tables partitioned by time: how long their rows are kept. */
  partitions?: readonly Partitioned[]
  /** How long rows of other tables are kept. */
  retention?: readonly Retention[]
  /** Rows with the place of their company: those that move with it, in the order they are written, and those that stay. */
  tables?: { follow?: readonly (keyof DB)[]; stay?: readonly (keyof DB)[] }
  /** Tables an export leaves out: they live for a moment, count tries, or hold nothing but secrets. */
  unexported?: readonly (keyof DB)[]
  /** Sealed again with another SECRET_KEY. */
  sealed?: readonly SealedColumn[]
  /** What else a new SECRET_KEY means, in the same transaction; answers counts for the audit log. */
  rotateKey?: (db: Db, before: Seal, after: Seal) => Promise<Record<string, number>>
  /** Where events of channels are kept besides the common table. */
  channelSources?: readonly ChannelSource[]
  /** Cleans up after nodes that fell silent; runs every few seconds on every node. */
  silentNodes?: (services: Needs, assembly: Assembly) => Promise<void>
}

export const defineModule = <Needs = unknown, ApiNeeds = unknown>(
  module: Module<Needs, ApiNeeds>,
): Module<Needs, ApiNeeds> => module
