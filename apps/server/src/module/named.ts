import type { PermissionName } from '@longreach/contract/permissions'
import type { Db } from '../db/client.ts'
import type { Scope } from '../db/scope.ts'

/** A kind of object that sentences of the audit log name, with the permission to open one. */
export interface NamedObject {
  /** `target` of audit lines. */
  kind: string
  permission: PermissionName
  inReach(db: Db, scope: Scope, ids: readonly number[]): Promise<readonly number[]>
}

interface IdList {
  ids(db: Db, scope: Scope, query: { id: readonly number[] }, most: number): Promise<number[]>
}

/** A kind of object with its own list. */
export const namedObject = (kind: string, permission: PermissionName, list: IdList): NamedObject => ({
  kind,
  permission,
  inReach: (db, scope, ids) => list.ids(db, scope, { id: ids }, ids.length),
})
