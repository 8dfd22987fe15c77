import * as z from 'zod/mini'
import { formFields, formSchema, optionalFields } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { connectionKinds, mainKinds, openProtocols } from './constants.ts'
import { newRemoteAccessForm, openRemoteAccessForm } from './forms.ts'

export const remoteAccessSchema = z.object({
  id: id('remote_access'),
  device_id: id('device'),
  device_name: z.string(),
  device_description: z.string(),
  /** 0 offline, 1 online, 2 pending, null not activated. */
  device_status: z.nullable(z.int()),
  company_id: companyId(),
  company_name: z.string(),
  name: z.string(),
  destination_ip: z.string(),
  destination_port: z.int(),
  protocol: z.enum(openProtocols),
  /** Asks for username and password each time instead of using stored ones. */
  credentials_required: z.boolean(),
  /** True if a password is stored, sealed; it is never returned. */
  has_password: z.boolean(),
  /** An automatic entry of the device itself: it can be edited, not deleted. */
  is_main: z.boolean(),
  main: z.nullable(z.enum(mainKinds)),
  /** Number of open sessions. */
  active: z.int(),
  created_at: time(),
})
export type RemoteAccess = z.infer<typeof remoteAccessSchema>

const entryFields = formFields(newRemoteAccessForm)

/** Credentials are sealed at rest and never returned. */
export const newRemoteAccessSchema = z.object({
  ...entryFields,
  credentials_required: z._default(entryFields.credentials_required, false),
})
export type NewRemoteAccess = z.infer<typeof newRemoteAccessSchema>

const { username, password, ...changedFields } = optionalFields(newRemoteAccessForm)

/** Omitted fields stay as they are. Stored credentials belong to the target: they are removed when it changes. */
export const remoteAccessChangeSchema = z.object({
  ...changedFields,
  /** null removes the stored one. */
  username: z.nullable(username),
  password: z.nullable(password),
})
export type RemoteAccessChange = z.infer<typeof remoteAccessChangeSchema>

/** Duration of a session in seconds. */
export const { duration } = formFields(openRemoteAccessForm)

/** Credentials of the target stay in memory, as long as the session. */
export const openingSchema = formSchema(openRemoteAccessForm)

export const sessionIdSchema = z.object({ session_id: id('remote_session') })

export const openedSchema = z.object({
  session_id: id('remote_session'),
  /** Opens the session once, within a minute; valid immediately, during every step of opening. */
  link: z.string(),
})

const sessionFields = {
  id: id('remote_session'),
  /** Null if the entry does not exist any more. */
  access_id: z.nullable(id('remote_access')),
  device_id: id('device'),
  device_name: z.string(),
  /** Name of the entry at the start of the session. */
  name: z.string(),
  protocol: z.enum(openProtocols),
  destination_ip: z.string(),
  destination_port: z.int(),
  type: z.enum(connectionKinds),
  /** Bytes sent to the target. */
  input_data: z.int(),
  /** Bytes received from the target. */
  output_data: z.int(),
  user_id: id('user'),
  username: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  active: z.boolean(),
  /** Reason for its end; null while it is open. */
  end_reason: z.nullable(z.string()),
}

/** A session of an entry. Times are seconds since 1970, as in the public API. */
export const remoteSessionSchema = z.object({
  ...sessionFields,
  start_time: z.int(),
  end_time: z.nullable(z.int()),
  /** Time at which it ends by itself. */
  expires_time: z.int(),
  /** URL without the secret; `POST …/ticket` creates one that opens. */
  url: z.string(),
  /** Seconds left. */
  ttl: z.int(),
  /** True if opened by the caller, who alone may extend it or take a new link. */
  own: z.boolean(),
})
export type RemoteSession = z.infer<typeof remoteSessionSchema>

/** A line of the access history. */
export const remoteLogSchema = z.object({
  ...sessionFields,
  start_time: time(),
  end_time: z.nullable(time()),
  expires_time: time(),
  /** The real user while impersonating. */
  actor_id: z.nullable(id('user')),
  actor_username: z.nullable(z.string()),
  /** Address from which it was opened. */
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

/** The pinned identity of a target: its SSH host key or its TLS certificate. */
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

/** Shown on the shell page before it connects; `path` is that of its socket. */
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
