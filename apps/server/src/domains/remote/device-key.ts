import { type Text, text } from '@longreach/contract/i18n'
import { generateHostKey, hostKeyLine } from '../../gateway/host-key.ts'
import type { Login } from './credentials.ts'
import { secondsLeft } from './history.ts'
import type { LiveSession } from './live-session.ts'
import type { Reach } from './reach.ts'

const askSeconds = 15
/** The agent reports the user of the key as `user=root server=dropbear`. */
const userName = /(?:^|\s)user=([A-Za-z_][A-Za-z0-9_.-]{0,31})(?:\s|$)/

/**
 * Keys for the devices' own shells: each is created in memory for one session, and removed from the device when it
 * ends.
 */
export interface DeviceKeys {
  /** Requested ahead, so that the key is ready when the page connects. */
  prepare(session: LiveSession): void
  /** The sign-in data, or the reason why there is none: then the user enters a password. */
  take(session: LiveSession): Promise<Login | Text>
}

/** True if the session signs in at the device itself, without given credentials. */
export const signsInItself = ({ row, own, credentials, credentialsRequired }: LiveSession) =>
  row.protocol === 'ssh' && own && !credentialsRequired && credentials === undefined

async function authorize(reach: Reach, session: LiveSession): Promise<Login | Text> {
  const privateKey = generateHostKey()
  const arg = `${session.row.name} ${secondsLeft(session.expiresAt)} ${hostKeyLine(privateKey)}`
  try {
    const {
      state,
      exit,
      text: answer,
    } = await reach.ask(session.row.device_id, {
      verb: 'authorize',
      arg,
      seconds: askSeconds,
    })
    if (state !== 'failed' && exit === 0) return { username: userName.exec(answer)?.[1] ?? 'root', privateKey }
    if (exit === 127) return text('remote.key_unsupported')
    return text('remote.key_refused', { answer: answer.trim().slice(0, 200) })
  } catch {
    return text('remote.key_unanswered')
  }
}

export function createDeviceKeys(reach: Reach): DeviceKeys {
  const prepared = new Map<number, Promise<Login | Text>>()
  const asked = new Set<number>()

  function ask(session: LiveSession): Promise<Login | Text> {
    const { id, name, device_id: deviceId } = session.row
    const answer = authorize(reach, session)
    if (asked.has(id)) return answer
    asked.add(id)
    session.onEnd(() => {
      asked.delete(id)
      prepared.delete(id)
      reach.ask(deviceId, { verb: 'deauthorize', arg: name, seconds: askSeconds }).catch(() => {})
    })
    return answer
  }

  return {
    prepare(session) {
      if (signsInItself(session)) prepared.set(session.row.id, ask(session))
    },
    async take(session) {
      const { id } = session.row
      const answer = prepared.get(id)
      // The first shell uses it; if the device has lost it since, e.g. by a restart, the next shell requests a new one.
      prepared.delete(id)
      return answer ?? ask(session)
    },
  }
}
