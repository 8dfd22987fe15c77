import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/**
 * Before the permissions of a role change, in the same transaction. Returns what runs after the change: it throws to
 * refuse the change, or resolves with the ids of the users who have the role.
 */
export type RoleChanging = (db: Db, role: { id: number; company_id: number }) => Promise<() => Promise<number[]>>

export const roleChanging = defineHook<RoleChanging>('roleChanging')
