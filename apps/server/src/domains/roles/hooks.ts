import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'

/**
 * Before what a role allows is changed, in the same transaction. Answers what runs once it is changed: throws to refuse
 * the change, or resolves with the ids of the users who have the role.
 */
export type RoleChanging = (db: Db, role: { id: number; company_id: number }) => Promise<() => Promise<number[]>>

export const roleChanging = defineHook<RoleChanging>('roleChanging')
