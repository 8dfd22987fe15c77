import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { defineHook } from '../../module/hook.ts'
import type { Registered } from './register-store.ts'

/** In the transaction in which a user accepts an invitation. Answers what to publish after the commit. */
export type UserRegistered = (db: Db, user: Registered) => Promise<() => void>

/** Asked after the password was right and before there is a session; throws Problem when more is needed. */
export type SignInStep = (db: Db, account: Placement & { id: number; username: string }) => Promise<void>

export const userRegistered = defineHook<UserRegistered>('userRegistered')
export const signInStep = defineHook<SignInStep>('signInStep')
