import type { Db, Tx } from '../db/client.ts'
import type { AnyList } from '../db/list.ts'
import type { Partitioned } from '../db/partitions.ts'
import type { DB } from '../db/schema.ts'
import type { ChannelSource } from '../endpoint/channels.ts'
import type { News } from '../endpoint/news.ts'
import type { Route } from '../endpoint/route.ts'
import type { UndoKind } from '../endpoint/undo.ts'
import type { EventHandler } from '../events/handler.ts'
import type { Job } from '../jobs/job.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Seal } from '../seal.ts'
import type { AnyHook, Hook, HookUse } from './hook.ts'
import type { NamedObject } from './named.ts'
import type { Retention } from './retention.ts'

/** A column with sealed bytes, and the column that identifies its rows. */
export interface SealedColumn {
  table: keyof DB
  id: string
  column: string
}

/** The declarations of all modules together, for the domains that need them. */
export interface Assembly {
  /** The handlers of a hook, in the order of the modules. */
  handlers<Handler>(hook: Hook<Handler>): readonly Handler[]
  /** Tables whose rows move with their company, in the order they are written. */
  followingTables: readonly string[]
  /** Kinds of objects that sentences of the audit log name. */
  namedObjects: readonly NamedObject[]
  undoKinds(): readonly UndoKind[]
}

/** The part of a domain in the demo: rows of a new one, and declarations that hold there alone. */
export interface Demo<Needs> extends Pick<Module<Needs>, 'hooks' | 'events' | 'jobs'> {
  /** Runs once, in one transaction with the other domains and after those before it. */
  fill?: (tx: Tx, services: Needs) => Promise<unknown>
}

/** A domain of the server. `Needs` are the services of every node, `ApiNeeds` those of a node with the API. */
export interface Module<Needs, ApiNeeds = Needs> {
  name: string
  /** Hooks that this module and those after it may use. */
  offers?: readonly AnyHook[]
  /** `assembly` is complete only when the handlers run. */
  hooks?: (services: Needs, assembly: Assembly) => readonly HookUse[]
  /** Handlers for events of other modules. */
  events?: (services: Needs, assembly: Assembly) => readonly EventHandler[]
  routes?: (services: ApiNeeds, assembly: Assembly) => readonly Route[]
  /** Undoes the changes that its calls record as undoable. */
  undo?: (services: Needs, assembly: Assembly) => readonly UndoKind[]
  jobs?: (services: Needs, assembly: Assembly) => readonly Job[]
  metrics?: (services: Needs) => void
  /** Recurring work of workers. */
  loops?: (services: Needs, assembly: Assembly) => readonly Loop[]
  /** Its lists; a test compares them with the contract and the database. */
  lists?: readonly AnyList[]
  /** Its objects with a page that sentences of the audit log name. */
  named?: readonly NamedObject[]
  /** Tables partitioned by time, with the retention of their rows. */
  partitions?: readonly Partitioned[]
  /** Retention of rows in other tables. */
  retention?: readonly Retention[]
  /**
   * Tables with the scope columns of a company: rows that move with it, in the order they are written, and rows that
   * stay.
   */
  tables?: { follow?: readonly (keyof DB)[]; stay?: readonly (keyof DB)[] }
  /** Tables that an export leaves out: short-lived, counters of attempts, or with nothing but secrets. */
  unexported?: readonly (keyof DB)[]
  /** Columns to be sealed again with another SECRET_KEY. */
  sealed?: readonly SealedColumn[]
  /** Further work for a new SECRET_KEY, in the same transaction; returns counts for the audit log. */
  rotateKey?: (db: Db, before: Seal, after: Seal) => Promise<Record<string, number>>
  /** Topics that are published to open pages. */
  news?: readonly News[]
  /** Stores of channel events besides the common table. */
  channelSources?: readonly ChannelSource[]
  /** Cleans up after nodes that fell silent; runs every few seconds on every node. */
  silentNodes?: (services: Needs, assembly: Assembly) => Promise<void>
  demo?: Demo<Needs>
}

export const defineModule = <Needs = unknown, ApiNeeds = unknown>(
  module: Module<Needs, ApiNeeds>,
): Module<Needs, ApiNeeds> => module
