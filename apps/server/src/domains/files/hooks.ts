import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/** Uses of files, by file id, with a text that names the use: a used file cannot be deleted. */
export type FilesInUse = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Text>>

export const filesInUse = defineHook<FilesInUse>('filesInUse')
