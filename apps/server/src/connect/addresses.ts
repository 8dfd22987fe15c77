import { text } from '@longreach/contract/i18n'
import type { Config } from '../config.ts'
import type { AskedFrom } from '../domains/remote/connect-endpoint.ts'
import { Problem } from '../endpoint/problem.ts'
import { hostName, isLoopback } from '../http/hosts.ts'

const sessionLabel = /^[0-9a-f]{32}$/

const portOf = (host: string) => /:\d+$/.exec(host)?.[0] ?? ''

type Settings = Pick<Config, 'CONNECT_DOMAIN' | 'CONNECT_PORTS' | 'PUBLIC_URL' | 'TLS_CERT'>

export interface ConnectAddresses {
  consoleOrigin(from: AskedFrom): string
  /** URL of a session on its own host name; undefined without host names. */
  byName(name: string, from: AskedFrom): string | undefined
  /**
   * Interprets a `Host` header: the label of a session, or null for a session host without a session; undefined if the
   * request is for the console.
   */
  sessionLabel(host: string | undefined): string | null | undefined
}

/** Hosts of sessions: below CONNECT_DOMAIN, or else below localhost for a browser on this machine. */
export function createConnectAddresses(config: Settings): ConnectAddresses {
  const domain = config.CONNECT_DOMAIN?.toLowerCase()
  const domainName = domain === undefined ? undefined : hostName(domain)
  const publicOrigin = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).origin
  const scheme = (from: AskedFrom) => {
    if (publicOrigin !== undefined) return publicOrigin.split(':')[0] as string
    return config.TLS_CERT ? 'https' : from.protocol
  }
  return {
    consoleOrigin: (from) => publicOrigin ?? `${from.protocol}://${from.host}`,
    byName(name, from) {
      if (domain !== undefined) return `${scheme(from)}://${name}.${domain}/`
      if (config.CONNECT_PORTS || !isLoopback(from.host)) return undefined
      return `${from.protocol}://${name}.localhost${portOf(from.host)}/`
    },
    sessionLabel(host) {
      if (host === undefined) return undefined
      const [label = '', ...rest] = hostName(host).split('.')
      const parent = rest.join('.')
      if (domainName === undefined) return sessionLabel.test(label) && parent === 'localhost' ? label : undefined
      if (hostName(host) === domainName) return null
      if (!hostName(host).endsWith(`.${domainName}`)) return undefined
      return sessionLabel.test(label) && parent === domainName ? label : null
    },
  }
}

export const noAddress = () =>
  new Problem('UNAVAILABLE', {
    message: text('remote.no_address'),
  })
