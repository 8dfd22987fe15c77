import type { Db } from '../db/client.ts'
import type { List } from '../db/list.ts'
import type { Partitioned } from '../db/partitions.ts'
import type { DB } from '../db/schema.ts'
import type { ChannelSource } from '../endpoint/channels.ts'
import type { Route } from '../endpoint/route.ts'
import type { EventHandler } from '../events/handler.ts'
import type { Job } from '../jobs/job.ts'
import type { Seal } from '../seal.ts'
import type { AnyHook, Hook, HookUse } from './hook.ts'
import type { Retention } from './retention.ts'

/** A column with sealed bytes, and the column that identifies its rows. */
export interface SealedColumn {
  table: keyof DB
  id: string
  column: string
}

/** What all modules together declare, for the domain that needs it. */
export interface Assembly {
  /** The handlers of a hook, in the order of the modules. */
  handlers<Handler>(hook: Hook<Handler>): readonly Handler[]
  /** Tables whose rows move with their company, in the order they are written. */
  followingTables: readonly string[]
}

/** A domain as the server sees it. `Needs` are services every node has, `ApiNeeds` those of a node with the API. */
export interface Module<Needs, ApiNeeds = Needs> {
  name: string
  /** Hooks that this module and later ones may use. */
  offers?: readonly AnyHook[]
  /** `assembly` is complete only when the handlers run. */
  hooks?: (services: Needs, assembly: Assembly) => readonly HookUse[]
  /** Handlers of events of other modules. */
  events?: (services: Needs, assembly: Assembly) => readonly EventHandler[]
  routes?: (services: ApiNeeds, assembly: Assembly) => readonly Route[]
  jobs?: (services: Needs, assembly: Assembly) => readonly Job[]
  metrics?: (services: Needs) => void
  /** Its lists; tests compare their columns with the database. */
  lists?: readonly List<unknown>[]
  /** Tables partitioned by time, with the retention of their rows. */
  partitions?: readonly Partitioned[]
  /** Retention of rows in other tables. */
  retention?: readonly Retention[]
  /**
   * Tables whose rows name the position of their company: those that move with it, in the order they are written, and
   * those that stay.
   */
  tables?: { follow?: readonly (keyof DB)[]; stay?: readonly (keyof DB)[] }
  /** Tables an export omits: short-lived rows, counters of attempts, or nothing but secrets. */
  unexported?: readonly (keyof DB)[]
  /** Sealed again with another SECRET_KEY. */
  sealed?: readonly SealedColumn[]
  /** Further changes for a new SECRET_KEY, in the same transaction; returns counts for the audit log. */
  rotateKey?: (db: Db, before: Seal, after: Seal) => Promise<Record<string, number>>
  /** Where events of channels are stored besides the common table. */
  channelSources?: readonly ChannelSource[]
  /** Cleans up after nodes that fell silent; runs every few seconds on every node. */
  silentNodes?: (services: Needs, assembly: Assembly) => Promise<void>
}

export const defineModule = <Needs = unknown, ApiNeeds = unknown>(
  module: Module<Needs, ApiNeeds>,
): Module<Needs, ApiNeeds> => module
