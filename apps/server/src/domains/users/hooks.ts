import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/**
 * Runs in the transaction in which a user is deleted or moved. Returns the function that publishes after the commit.
 */
export type UserLeaving = (db: Db, user: { id: number; username: string }) => Promise<() => void>

export const userLeaving = defineHook<UserLeaving>('userLeaving')
