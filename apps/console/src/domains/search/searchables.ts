import type { SessionUser } from '@longreach/contract/account/schemas'
import type { Domain, SearchCommand, SearchProvider, SearchVerb } from '../../registry/domain.ts'
import { registeredDomains } from '../../registry/registered.ts'

export interface Searchables {
  providers: readonly SearchProvider[]
  verbs: readonly SearchVerb[]
  commands: readonly SearchCommand[]
}

const loaded = new WeakMap<readonly Domain[], Promise<Searchables>>()

async function load(domains: readonly Domain[]): Promise<Searchables> {
  const parts = await Promise.all(domains.map(({ search }) => search?.()))
  return {
    providers: parts.flatMap((part) => part?.providers ?? []),
    verbs: parts.flatMap((part) => part?.verbs ?? []),
    commands: parts.flatMap((part) => part?.commands ?? []),
  }
}

/** Everything that can be searched, in display order, and the actions for it; loaded once. */
export function loadSearchables(): Promise<Searchables> {
  const domains = registeredDomains()
  const known = loaded.get(domains) ?? load(domains)
  loaded.set(domains, known)
  return known
}

/** `shell oslo` is a verb and its object; any other text is only a search. */
export function parseRequest(text: string, verbs: readonly SearchVerb[]): { verb: string | null; q: string } {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const verb = verbs.find(({ key }) => key === first.toLowerCase())
  return verb && rest.length > 0 ? { verb: verb.key, q: rest.join(' ') } : { verb: null, q: text.trim() }
}

export const offeredTo = (
  { permissions, isImpersonating }: Pick<SessionUser, 'permissions' | 'isImpersonating'>,
  commands: readonly SearchCommand[],
): readonly SearchCommand[] =>
  commands.filter(
    ({ permission, own }) =>
      !(own && isImpersonating) && (permission === undefined || permissions.includes(permission)),
  )
