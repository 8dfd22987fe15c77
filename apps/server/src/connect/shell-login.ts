import { type Text, text } from '@longreach/contract/i18n'
import type { ShellServerMessage } from '@longreach/contract/remote/shell'
import type ssh2 from 'ssh2'
import type { Db } from '../db/client.ts'
import { writeAudit } from '../domains/audit/store.ts'
import type { Credentials, Login } from '../domains/remote/credentials.ts'
import { type DeviceKeys, signsInItself } from '../domains/remote/device-key.ts'
import { meetKey, type SeenKey, trustKey } from '../domains/remote/host-keys.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { explain, ReachError, targetText } from '../domains/remote/reach.ts'
import { findSessionById } from '../endpoint/session.ts'
import { LoginError, signIn } from './ssh-login.ts'

/** Rejected passwords after which the page must start again. */
const mostRefusals = 5

export interface ShellDeps {
  db: Db
  keys: DeviceKeys
  log: { warn(details: object, message: string): void }
}

/** The page of a shell during the sign-in. */
export interface Talk {
  signal: AbortSignal
  ip: string
  userAgent: string
  say(message: ShellServerMessage): void
  /** Resolves with the typed credentials; rejects if the page disconnected. */
  askCredentials(reason: Text): Promise<Credentials>
  /** Resolves with true once the user accepts this fingerprint, false after a timeout. */
  askTrust(fingerprint: string): Promise<boolean>
}

const permission = 'update_device_remote_access'

/** Compares the key with the pinned one; the user decides about a changed key, if permitted. */
async function verifyHost(deps: ShellDeps, session: LiveSession, talk: Talk, seen: SeenKey): Promise<boolean> {
  const { host, port } = session.target
  const target = { deviceId: session.row.device_id, host, port, kind: 'ssh' } as const
  const met = await meetKey(deps.db, target, seen)
  const shown = { type: 'host_key', key_type: seen.type, fingerprint: seen.fingerprint } as const
  if (met.state !== 'changed') {
    talk.say({ ...shown, state: met.state })
    return true
  }
  const login = async () => (session.row.login_id === null ? null : findSessionById(deps.db, session.row.login_id))
  const mayTrust = (await login())?.permissions.has(permission) ?? false
  talk.say({ ...shown, state: 'changed', was: met.was, may_trust: mayTrust })
  if (!mayTrust || !(await talk.askTrust(seen.fingerprint))) return false
  // The permission may have been removed while the question was open.
  const visitor = await login()
  if (!visitor?.permissions.has(permission)) return false
  await deps.db.transaction().execute(async (tx) => {
    await trustKey(tx, target, seen)
    await writeAudit(
      tx,
      'remote.trust_host_key',
      { visitor, ip: talk.ip, userAgent: talk.userAgent, requestId: session.row.name },
      [
        {
          target: 'remote_access',
          ...(session.row.access_id === null ? {} : { targetId: session.row.access_id }),
          before: { host, port, fingerprint: met.was },
          after: { fingerprint: seen.fingerprint },
        },
      ],
    )
  })
  return true
}

/** The failure in words for the user of a shell. */
function shellFault(session: LiveSession, error: unknown): ReachError {
  if (error instanceof LoginError) {
    const step = error.fault === 'host_key' ? 'host_key' : error.fault === 'refused' ? 'credentials' : 'target'
    if (error.fault === 'host_key') return new ReachError(step, text('remote.host_key_changed'))
    return new ReachError(step, error.text)
  }
  return explain(error, session.target)
}

function refusal(login: Login): Text {
  return 'privateKey' in login
    ? text('remote.ssh_key_refused', { username: login.username })
    : text('remote.ssh_password_refused')
}

/** Connects and signs in, asking the user if nothing else works. Rejects with ReachError. */
export async function openLogin(
  deps: ShellDeps,
  session: LiveSession,
  talk: Talk,
): Promise<{ client: ssh2.Client; username: string }> {
  const { credentials } = session
  talk.say({ type: 'step', step: 'target', text: text('remote.step_target', { target: targetText(session.target) }) })
  const keyed = signsInItself(session) ? deps.keys.take(session) : undefined
  try {
    let channel = await session.connect(talk.signal).catch((error: unknown) => {
      throw shellFault(session, error)
    })
    channel.on('error', () => {})
    let login: Login | undefined = credentials
    let reason = text('remote.ssh_sign_in', { target: targetText(session.target) })
    const answer = await keyed
    if (typeof answer === 'string') reason = text('remote.ssh_sign_in_because', { reason: answer })
    else if (answer) login = answer
    for (let refusals = 0; ; ) {
      if (!login) {
        // A server does not wait for a user: the connection is opened again after the answer.
        channel.destroy()
        login = await talk.askCredentials(reason)
      }
      if (channel.destroyed) {
        channel = await session.connect(talk.signal)
        channel.on('error', () => {})
      }
      talk.say({ type: 'step', step: 'credentials', text: text('remote.step_sign_in', { username: login.username }) })
      try {
        const client = await signIn(channel, login, (seen) => verifyHost(deps, session, talk, seen))
        return { client, username: login.username }
      } catch (error) {
        if (!(error instanceof LoginError) || error.fault !== 'refused' || ++refusals >= mostRefusals) throw error
        reason = refusal(login)
        login = undefined
      }
    }
  } catch (error) {
    throw shellFault(session, error)
  }
}
