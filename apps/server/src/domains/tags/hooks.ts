import type { Text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import type { TagActionName, TagOrigin } from '@longreach/contract/tags/actions'
import type { Db } from '../../db/client.ts'
import type { Placement, Scope } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'

/** What a tag was put on a device for. */
export interface TagCause {
  tagId: number
  tagName: string
  origin: TagOrigin
  sourceId: number
  sourceName: string
}

/** An action of a tag that is started on devices, in the name of the user who saved it. */
export interface TagRun {
  sourceId: number
  scope: Scope
  starter: Placement & { userId: number; actorId: number | null; username: string }
  deviceIds: readonly number[]
  cause: TagCause
}

export interface TagStarted {
  /** Null if it could be started on none of the devices. */
  action: { id: number; title: Text } | null
  /** Why it was not started on some of them. */
  refused: ReadonlyMap<number, Text>
}

/** Something that tags can start on devices. */
export interface TagAction {
  action: TagActionName
  /** The user in whose name it runs needs it. */
  permission: PermissionName
  /** The list that its source is taken from, and a filter of it. */
  source: string
  filter: Readonly<Record<string, string>>
  /** Name of a source that the caller may use. Throws if there is no such one. */
  nameOf: (call: Pick<Call, 'db' | 'scope'>, sourceId: number) => Promise<string>
  /** Throws a Problem if its source cannot be used; nothing is started then. */
  start: (db: Db, run: TagRun) => Promise<TagStarted>
}

export const tagAction = defineHook<TagAction>('tagAction')
