import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { defineHook } from '../../module/hook.ts'

/** Called after the password was right and before there is a session; throws Problem if more is required. */
export type SignInStep = (db: Db, account: Placement & { id: number; username: string }) => Promise<void>

export const signInStep = defineHook<SignInStep>('signInStep')
