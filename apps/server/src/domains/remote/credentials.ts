import type { Seal } from '../../seal.ts'

/** Username and password of a target. */
export interface Credentials {
  username: string
  password: string
}

/** Credentials of an SSH target. */
export type Login = { username: string } & ({ privateKey: string } | { password: string })

export const sealCredentials = (seal: Seal, credentials: Credentials): Buffer => seal.seal(JSON.stringify(credentials))

export function openCredentials(seal: Seal, sealed: Buffer | null): Credentials | undefined {
  return sealed === null ? undefined : (JSON.parse(seal.open(sealed)) as Credentials)
}

/** The given part of credentials; undefined if no part is given. */
export function givenCredentials(given: {
  username?: string | null | undefined
  password?: string | null | undefined
}): Credentials | undefined {
  if (given.username == null && given.password == null) return undefined
  return { username: given.username ?? '', password: given.password ?? '' }
}

/** Stored credentials after a change: null clears them, undefined keeps them. */
export function changedCredentials(
  kept: Credentials | undefined,
  change: { username?: string | null | undefined; password?: string | null | undefined },
): Credentials | undefined {
  const username = change.username === undefined ? kept?.username : change.username
  const password = change.password === undefined ? kept?.password : change.password
  return givenCredentials({ username, password })
}
