import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/**
 * Runs before the permissions of a role change, in the same transaction. The returned function runs after the change:
 * it throws to refuse it, or resolves with the ids of the users who have the role.
 */
export type RoleChanging = (db: Db, role: { id: number; company_id: number }) => Promise<() => Promise<number[]>>

export const roleChanging = defineHook<RoleChanging>('roleChanging')
