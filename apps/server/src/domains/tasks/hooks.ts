import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/** What uses some of the groups, by their ids, in words that name it: they cannot be deleted meanwhile. */
export type TaskGroupsInUse = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Text>>

export const taskGroupsInUse = defineHook<TaskGroupsInUse>('taskGroupsInUse')
