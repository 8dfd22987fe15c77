import { isIP } from 'node:net'
import path from 'node:path'
import { gatewayPort } from '@longreach/contract/link/limits'
import * as z from 'zod/mini'
import { inEnglish } from './texts.ts'

const root = path.resolve(import.meta.dirname, '../../..')

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d+$/, error)), z.transform(Number)),
    z.number().check(z.minimum(least, error), z.maximum(most, error)),
  )
}
const count = (fallback: number, least: number, most: number) => z._default(whole(least, most), fallback)
const port = (fallback: number) => count(fallback, 0, 65_535)
const optionalPort = () => z.optional(whole(1, 65_535))
const flag = () =>
  z.pipe(
    z._default(z.enum(['0', '1', 'false', 'true'], { error: 'must be 0 or 1' }), '0'),
    z.transform((value) => value === '1' || value === 'true'),
  )
const url = (protocols: RegExp) =>
  z.optional(
    z.string().check(
      z.refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), {
        error: 'is not a valid address',
      }),
    ),
  )
const address = z.optional(
  z.string().check(z.regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?$/, 'must be host or host:port')),
)
const hostOnly = z.optional(
  z.string().check(z.regex(/^(?![0-9.]+$)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, 'must be a host name, without port')),
)
const connectDomain = z.optional(
  z
    .string()
    .check(
      z.regex(/^(?![0-9.]+(:|$))[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?$/, 'must be a host name or name:port'),
    ),
)
const portRange = z.optional(
  z.pipe(
    z.string().check(
      z.refine((text) => {
        const [first = 0, last = 0] = /^\d{1,5}-\d{1,5}$/.test(text) ? text.split('-').map(Number) : []
        return first >= 1 && last >= first && last <= 65_535 && last - first < 1000
      }, 'must be a range of at most 1000 ports, such as 16000-16099'),
    ),
    z.transform((text) => {
      const [first, last] = text.split('-').map(Number) as [number, number]
      return { first, last }
    }),
  ),
)

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const tiles = z.optional(
  z.string().check(
    z.refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && isWebAddress(text), {
      error: 'must be an address of tiles such as https://tiles.example/{z}/{x}/{y}.png',
    }),
  ),
)
const mapHosts = z.pipe(
  z._default(
    z.string().check(
      z.refine((text) => text === '' || text.split(',').every((one) => /^https?:\/\/[^/@?#,;\s]+$/.test(one.trim())), {
        error: 'must be origins such as https://tiles.example, separated by commas',
      }),
    ),
    '',
  ),
  z.transform((text) => (text === '' ? [] : text.split(',').map((one) => one.trim()))),
)
const natsServers = z.optional(
  z.pipe(
    z.string().check(
      z.refine(
        (text) => text.split(',').every((one) => URL.canParse(one) && /^(nats|tls):$/.test(new URL(one).protocol)),
        {
          error: 'must be nats://host:4222, or several separated by commas',
        },
      ),
    ),
    z.transform((text) => text.split(',')),
  ),
)
const network = /^([0-9.]+(\/\d{1,2})?|[0-9a-fA-F:.]+(\/\d{1,3})?)$/
const isNetwork = (text: string) => {
  const [address = '', bits] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    network.test(text) && isIP(address) !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
  )
}
const proxies = z.pipe(
  z._default(
    z.string().check(
      z.refine((text) => /^(0|1|true|false)$/.test(text) || text.split(',').every((one) => isNetwork(one.trim())), {
        error: 'must be 0, 1 for a proxy on this machine, or addresses and networks such as 10.0.0.5,10.1.0.0/16',
      }),
    ),
    '0',
  ),
  z.transform((text) => {
    if (text === '0' || text === 'false') return []
    return text === '1' || text === 'true' ? ['loopback'] : text.split(',').map((one) => one.trim())
  }),
)

const nodeUrl = z.optional(
  z.string().check(
    z.refine((text) => URL.canParse(text) && /^https?:\/\/[^/@?#]+\/?$/.test(text), {
      error: 'must be http:// or https:// with the host and port at which other nodes reach this one, and nothing else',
    }),
  ),
)

const roles = ['api', 'gateway', 'worker'] as const
type Role = (typeof roles)[number]

/** Settings by environment variable; docs/operations.md describes each. */
const settings = z.object({
  PORT: port(3000),
  HOST: z._default(z.string(), 'localhost'),
  PUBLIC_URL: url(/^https?:$/),
  ALLOW_HTTP: flag(),
  API_HOST: hostOnly,
  CONNECT_DOMAIN: connectDomain,
  CONNECT_PORTS: portRange,
  TRUST_PROXY: proxies,
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  HTTP_REDIRECT_PORT: optionalPort(),
  DATA_DIR: z._default(z.string(), path.join(root, 'data/main')),
  DATABASE_URL: url(/^postgres(ql)?:$/),
  NATS_URL: natsServers,
  NODE_URL: nodeUrl,
  ROLES: z.pipe(
    z._default(
      z.string().check(
        z.refine((text) => text.split(',').every((role) => (roles as readonly string[]).includes(role)), {
          error: `must be a comma-separated list of ${roles.join(', ')}`,
        }),
      ),
      roles.join(','),
    ),
    z.transform((text) => text.split(',') as Role[]),
  ),
  GATEWAY_HOST: z._default(z.string(), '0.0.0.0'),
  GATEWAY_PORT: port(gatewayPort),
  GATEWAY_LINKS: count(15_000, 1, 1_000_000),
  DEVICE_UPDATES_PER_SECOND: count(10, 1, 1000),
  GATEWAY_PROXY: proxies,
  GATEWAY_PUBLIC: address,
  HTTP_CONNECTIONS: count(2_000, 10, 1_000_000),
  MIN_FREE_MB: count(512, 0, 10_000_000),
  FILES_QUOTA_MB: count(5120, 1, 10_000_000),
  BRAND_FILE: z.optional(z.string()),
  GOOGLE_MAPS_KEY: z.optional(z.string().check(z.regex(/^[\w-]{10,100}$/, 'must be a key of Google Maps'))),
  MAP_FILE: z.optional(z.string()),
  MAP_STYLE_URL: url(/^https?:$/),
  MAP_TILES_URL: tiles,
  MAP_HOSTS: mapHosts,
  MAP_ATTRIBUTION: z._default(z.string().check(z.maxLength(200, 'at most 200 characters')), ''),
  SECRET_KEY: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits'))),
  NEW_SECRET_KEY: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits'))),
  ADMIN_EMAIL: z.optional(z.email('is not an e-mail address').check(z.maxLength(200, 'at most 200 characters'))),
  ADMIN_PASSWORD: z.optional(
    z.string().check(z.minLength(8, 'at least 8 characters'), z.maxLength(200, 'at most 200 characters')),
  ),
  SMTP_URL: url(/^smtps?:$/),
  MAIL_FROM: z.optional(z.email('is not an e-mail address')),
  DEMO: flag(),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export type Config = z.output<typeof settings>

/** Thrown for a setting that cannot be used; the message is one line for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** Reads the settings; an empty variable counts as not set. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    throw new ConfigError(`${name}: ${inEnglish(issue.message)} (see docs/operations.md)`)
  }
  const config = parsed.data
  if (Boolean(config.TLS_CERT) !== Boolean(config.TLS_KEY)) {
    throw new ConfigError('TLS_CERT: TLS_CERT and TLS_KEY go together (see docs/operations.md)')
  }
  if (config.SMTP_URL && !config.MAIL_FROM) {
    throw new ConfigError('MAIL_FROM: required with SMTP_URL (see docs/operations.md)')
  }
  if (config.NODE_URL && !config.SECRET_KEY) {
    throw new ConfigError('NODE_URL: requires SECRET_KEY, the same on all nodes (see docs/operations.md)')
  }
  const maps = (['MAP_FILE', 'MAP_STYLE_URL', 'MAP_TILES_URL'] as const).filter((name) => config[name])
  if (maps.length > 1) throw new ConfigError(`${maps[1]}: set either ${maps[0]} or ${maps[1]} (see docs/operations.md)`)
  const consoleUrl = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL)
  if (config.HTTP_REDIRECT_PORT && consoleUrl?.protocol !== 'https:') {
    throw new ConfigError('HTTP_REDIRECT_PORT: requires PUBLIC_URL with https:// (see docs/operations.md)')
  }
  const connectHost = config.CONNECT_DOMAIN?.toLowerCase().replace(/:\d+$/, '')
  const apiHost = config.API_HOST?.toLowerCase()
  if (apiHost && (apiHost === consoleUrl?.hostname || apiHost === connectHost || apiHost.endsWith(`.${connectHost}`))) {
    throw new ConfigError(
      'API_HOST: is the host of PUBLIC_URL or CONNECT_DOMAIN; programs need one of their own (see docs/operations.md)',
    )
  }
  if (consoleUrl && consoleUrl.hostname === connectHost) {
    throw new ConfigError(
      'CONNECT_DOMAIN: is the host of PUBLIC_URL; pages of devices need one of their own (see docs/operations.md)',
    )
  }
  return { ...config, DATA_DIR: path.resolve(config.DATA_DIR) }
}
