import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, 2 passes, 1 lane (OWASP password storage cheat sheet); runs off the event loop. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string) => hash(password, cost)

/** Hash to verify if there is no such account, so that the response takes as long as for a wrong password. */
let dummy: Promise<string> | undefined

/** False for a wrong password and for an account without one, in the same time. */
export async function passwordMatches(stored: string | null | undefined, given: string): Promise<boolean> {
  dummy ??= hashPassword('nobody')
  const matches = await verify(stored ?? (await dummy), given)
  return matches && stored !== null && stored !== undefined
}
