import { tokenScopes } from '@longreach/contract/account/scopes'
import { insertToken } from '../domains/account/access-store.ts'
import { findAccount } from '../domains/users/store.ts'
import type { World } from './world.ts'

export interface Program {
  /** Id of the token's session. */
  id: number
  token: string
  fetch(path: string, init?: RequestInit): Promise<Response>
}

let programs = 0

/** A program with a new access token of a user, with all scopes unless some are named. */
export async function startProgram(
  { db, base }: Pick<World, 'db' | 'base'>,
  username: string,
  scopes: readonly string[] = tokenScopes.map(({ name }) => name),
): Promise<Program> {
  const account = await findAccount(db, `${username}@example.test`)
  if (!account) throw new Error(`${username} has no account`)
  const name = `Program ${++programs}`
  const { id, token } = await insertToken(db, { userId: account.id, name, scopes, days: 1, ip: '127.0.0.1' })
  return {
    id,
    token,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(base + path, { ...init, headers })
    },
  }
}
