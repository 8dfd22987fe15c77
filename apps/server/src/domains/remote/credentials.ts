import type { Seal } from '../../seal.ts'

/** A user and a password of a target. */
export interface Credentials {
  username: string
  password: string
}

/** What an SSH target is signed in to with. */
export type Login = { username: string } & ({ privateKey: string } | { password: string })

export const sealCredentials = (seal: Seal, credentials: Credentials): Buffer => seal.seal(JSON.stringify(credentials))

export function openCredentials(seal: Seal, sealed: Buffer | null): Credentials | undefined {
  return sealed === null ? undefined : (JSON.parse(seal.open(sealed)) as Credentials)
}

/** What is given of credentials; undefined when nothing is. */
export function givenCredentials(given: {
  username?: string | null | undefined
  password?: string | null | undefined
}): Credentials | undefined {
  if (given.username == null && given.password == null) return undefined
  return { username: given.username ?? '', password: given.password ?? '' }
}

/** Kept credentials after a change: null forgets, nothing given keeps. */
export function changedCredentials(
  kept: Credentials | undefined,
  change: { username?: string | null | undefined; password?: string | null | undefined },
): Credentials | undefined {
  const username = change.username === undefined ? kept?.username : change.username
  const password = change.password === undefined ? kept?.password : change.password
  return givenCredentials({ username, password })
}
