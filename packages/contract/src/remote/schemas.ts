import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time.ts'
import { connectionKinds, mainKinds, openProtocols, sessionLimits } from './constants.ts'

const ipv4Part = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const ipv4 = new RegExp(`^${ipv4Part}(\\.${ipv4Part}){3}$`)
const hostName =
  /^(?=.{1,253}$)([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*$/
const onlyNumbers = /^[0-9.]+$/

/** An IPv4 or IPv6 address, or a host name as the device resolves it; without brackets, port or zone. */
export function isDestination(text: string): boolean {
  if (ipv4.test(text)) return true
  if (text.includes(':')) return text.length <= 45 && z.safeParse(z.ipv6(), text).success
  return hostName.test(text) && !onlyNumbers.test(text)
}

const destination = () => z.string().check(z.refine(isDestination, { error: text('forms.destination') }))
const port = () => z.int().check(z.minimum(1), z.maximum(65535))
const entryName = () =>
  z.string().check(z.minLength(3), z.maxLength(50), z.regex(/^[A-Za-z0-9_-]+$/, text('forms.name_characters')))

/** Not looked at beyond their length: the target decides what it likes. */
const secret = (longest: number) => z.string().check(z.maxLength(longest))
export const credentialLimits = { username: 128, password: 1024 } as const
const username = () => secret(credentialLimits.username)
const password = () => secret(credentialLimits.password)

export const remoteAccessSchema = z.object({
  id: id('remote_access'),
  device_id: id('device'),
  device_name: z.string(),
  device_description: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  name: z.string(),
  destination_ip: z.string(),
  destination_port: z.int(),
  protocol: z.enum(openProtocols),
  /** Asks for a user and a password at each opening instead of signing in by itself. */
  credentials_required: z.boolean(),
  /** True when a password is kept, sealed; it is never answered. */
  has_password: z.boolean(),
  /** An automatic entry of the device itself: it can be edited, not deleted. */
  is_main: z.boolean(),
  main: z.nullable(z.enum(mainKinds)),
  /** Sessions open now. */
  active: z.int(),
  created_at: time(),
})
export type RemoteAccess = z.infer<typeof remoteAccessSchema>

const entryFields = {
  name: entryName(),
  destination_ip: destination(),
  destination_port: port(),
  protocol: z.enum(openProtocols),
  credentials_required: z._default(z.boolean(), false),
  /** Kept sealed and never answered. */
  username: z.optional(username()),
  password: z.optional(password()),
}

export const newRemoteAccessSchema = z.object({ device_id: id('device'), ...entryFields })
export type NewRemoteAccess = z.infer<typeof newRemoteAccessSchema>

/** What is left out stays. Kept credentials belong to the target: they are forgotten when it changes. */
export const remoteAccessChangeSchema = z.object({
  device_id: z.optional(id('device')),
  name: z.optional(entryName()),
  destination_ip: z.optional(destination()),
  destination_port: z.optional(port()),
  protocol: z.optional(z.enum(openProtocols)),
  credentials_required: z.optional(z.boolean()),
  /** null forgets what is kept. */
  username: z.optional(z.nullable(username())),
  password: z.optional(z.nullable(password())),
})
export type RemoteAccessChange = z.infer<typeof remoteAccessChangeSchema>

export const duration = () => z.int().check(z.minimum(sessionLimits.shortest), z.maximum(sessionLimits.longest))

/** How long, and the credentials of the target where it asks for any; they live in memory, as long as the session. */
export const openingSchema = z.object({
  duration: duration(),
  username: z.optional(username()),
  password: z.optional(password()),
})

export const sessionIdSchema = z.object({ session_id: id('remote_session') })

export const openedSchema = z.object({
  session_id: id('remote_session'),
  /** Opens the session once, within a minute; good at once, whatever step the opening is at. */
  link: z.string(),
})

const sessionFields = {
  id: id('remote_session'),
  /** Null when the entry is gone. */
  access_id: z.nullable(id('remote_access')),
  device_id: id('device'),
  device_name: z.string(),
  /** Name of the entry it was opened with. */
  name: z.string(),
  protocol: z.enum(openProtocols),
  destination_ip: z.string(),
  destination_port: z.int(),
  type: z.enum(connectionKinds),
  /** Bytes sent to the target. */
  input_data: z.int(),
  /** Bytes that came from it. */
  output_data: z.int(),
  user_id: id('user'),
  username: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  active: z.boolean(),
  /** How it ended; null while it lives. */
  end_reason: z.nullable(z.string()),
}

/** A session of an entry. Times are seconds since 1970, as the public API has them here. */
export const remoteSessionSchema = z.object({
  ...sessionFields,
  start_time: z.int(),
  end_time: z.nullable(z.int()),
  /** When it ends by itself. */
  expires_time: z.int(),
  /** Address without the secret; `POST …/ticket` makes one that opens. */
  url: z.string(),
  /** Seconds left. */
  ttl: z.int(),
  /** Opened by the caller, who alone may extend it or take a new link. */
  own: z.boolean(),
})
export type RemoteSession = z.infer<typeof remoteSessionSchema>

/** A line of the access history. */
export const remoteLogSchema = z.object({
  ...sessionFields,
  start_time: time(),
  end_time: z.nullable(time()),
  expires_time: time(),
  /** The real person while impersonating. */
  actor_id: z.nullable(id('user')),
  actor_username: z.nullable(z.string()),
  /** Address it was opened from. */
  ip: z.string(),
  user_agent: z.string(),
})
export type RemoteLog = z.infer<typeof remoteLogSchema>

export const deviceLinkSchema = z.object({
  link_id: id('remote_session'),
  url: z.string(),
  ttl: z.int(),
  active: z.int(),
  created_at: time(),
})

/** What is pinned of a target: its SSH host key or its TLS certificate. */
export const hostKeySchema = z.object({
  kind: z.enum(['ssh', 'tls']),
  host: z.string(),
  port: z.int(),
  /** Null until the first connection. */
  known: z.nullable(
    z.object({
      /** `ssh-ed25519`, `x509` … */
      type: z.string(),
      /** `SHA256:…` */
      fingerprint: z.string(),
      first_seen: time(),
    }),
  ),
})
export type HostKey = z.infer<typeof hostKeySchema>

export const accessStatusSchema = z.object({
  id: id('remote_access'),
  active: z.int(),
  expires_at: z.nullable(time()),
})

/** What the shell page shows before it connects; `path` is where its socket goes. */
export const openedShellSchema = z.object({
  path: z.string(),
  session_id: id('remote_session'),
  device_name: z.string(),
  name: z.string(),
  protocol: z.enum(openProtocols),
  target: z.string(),
  expires_at: time(),
  seconds_left: z.int(),
})
export type OpenedShell = z.infer<typeof openedShellSchema>
