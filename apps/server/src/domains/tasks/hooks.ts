import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/** Uses of groups, by group id, with a text that names the use: a used group cannot be deleted. */
export type TaskGroupsInUse = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Text>>

export const taskGroupsInUse = defineHook<TaskGroupsInUse>('taskGroupsInUse')
