import type { IncomingMessage } from 'node:http'
import type { Listener } from '../../listeners.ts'
import type { Forwarded } from '../forwarded.ts'
import { hostName } from '../hosts.ts'
import { noteProgram, tokenOf } from './program.ts'

/** Paths of the server that are not below `/api`. */
const besides = /^\/(status|brand)(\/|$)/

/** Paths that a proxy may keep internal, so that no other spelling may reach them. */
const internal = /^\/(health|ready|metrics)$/

/** Prefixes of the API: ours, and the version of RMS. */
const prefixes = /^(\/(api|v3)(?=\/|$))+/

/** A path of the API as programs may write it, as the server has it. */
export function programPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  if (internal.test(path)) return url
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(prefixes, '')
  return [besides.test(plain) ? plain : `/api${plain}`, ...query].join('?')
}

/** An access token where it does not belong: the request comes from a program all the same. */
const inQuery = /[?&][^=&?]*=pat_/

/**
 * Leads programs to the API: with a token at any address, and on API_HOST without one, the prefix `/api` may be
 * missing or followed by `/v3`, and a slash may end the path.
 */
export function leadPrograms(apiHost: string | undefined, { hostOf }: Pick<Forwarded, 'hostOf'>): Listener {
  const own = apiHost && hostName(apiHost)
  const comesFromProgram = (request: IncomingMessage) =>
    tokenOf(request) !== undefined ||
    (own !== undefined && hostName(hostOf(request) ?? '') === own) ||
    inQuery.test(request.url ?? '')
  return {
    request(request) {
      if (!comesFromProgram(request)) return false
      noteProgram(request)
      if (request.url?.startsWith('/')) request.url = programPath(request.url)
      return false
    },
  }
}
