import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/** What uses some of the files, by their ids, in words that name it: they cannot be deleted meanwhile. */
export type FilesInUse = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Text>>

export const filesInUse = defineHook<FilesInUse>('filesInUse')
