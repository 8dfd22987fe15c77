import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { defineHook } from '../../module/hook.ts'

/** Asked after the password was right and before there is a session; throws Problem when more is needed. */
export type SignInStep = (db: Db, account: Placement & { id: number; username: string }) => Promise<void>

export const signInStep = defineHook<SignInStep>('signInStep')
