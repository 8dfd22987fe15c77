import type { Text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import type { TagActionName, TagOrigin } from '@longreach/contract/tags/actions'
import type { Db } from '../../db/client.ts'
import type { Placement, Scope } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'

/** Origin of a tag on a device. */
export interface TagCause {
  tagId: number
  tagName: string
  origin: TagOrigin
  sourceId: number
  sourceName: string
}

/** A run of a tag's action on devices, in the name of the user who saved it. */
export interface TagRun {
  sourceId: number
  scope: Scope
  starter: Placement & { userId: number; actorId: number | null; username: string }
  deviceIds: readonly number[]
  cause: TagCause
}

export interface TagStarted {
  /** Null if it could not be started on any of the devices. */
  action: { id: number; title: Text } | null
  /** Reasons why it was not started on some of them. */
  refused: ReadonlyMap<number, Text>
}

/** A kind of action that tags can start on devices. */
export interface TagAction {
  action: TagActionName
  /** Permission that the user in whose name it runs must have. */
  permission: PermissionName
  /** The list from which its source is selected, with a filter. */
  source: string
  filter: Readonly<Record<string, string>>
  /** Name of a source that the caller may use. Throws if there is none. */
  nameOf: (call: Pick<Call, 'db' | 'scope'>, sourceId: number) => Promise<string>
  /** Throws a Problem if its source cannot be used; nothing is started then. */
  start: (db: Db, run: TagRun) => Promise<TagStarted>
}

export const tagAction = defineHook<TagAction>('tagAction')
