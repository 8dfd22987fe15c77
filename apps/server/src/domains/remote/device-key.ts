import { generateHostKey, hostKeyLine } from '../../gateway/host-key.ts'
import { secondsLeft } from './history.ts'
import type { LiveSession } from './live-session.ts'
import type { Reach } from './reach.ts'
import type { Login } from './ssh-login.ts'

const askSeconds = 15
/** The agent says who the key signs in as, `user=root server=dropbear`. */
const userName = /(?:^|\s)user=([A-Za-z_][A-Za-z0-9_.-]{0,31})(?:\s|$)/

/** A key for one session, known to the device's own SSH server for as long. */
export interface DeviceKey {
  login: Login
  /** Takes the key away again; never rejects. */
  withdraw(): void
}

/**
 * Makes a key in memory and has the agent let it in. A line for people when it could not: then the user is asked for a
 * password.
 */
export async function authorizeKey(
  reach: Reach,
  session: LiveSession,
  signal: AbortSignal,
): Promise<DeviceKey | string> {
  const { name, device_id: deviceId } = session.row
  const privateKey = generateHostKey()
  const arg = `${name} ${secondsLeft(session.expiresAt)} ${hostKeyLine(privateKey)}`
  const withdraw = () => {
    reach.ask(deviceId, { verb: 'deauthorize', arg: name, seconds: askSeconds }).catch(() => {})
  }
  try {
    const { state, exit, text } = await reach.ask(deviceId, { verb: 'authorize', arg, seconds: askSeconds }, signal)
    if (state === 'failed' || exit !== 0) {
      const words = exit === 127 ? 'its agent is too old for that' : text.trim().slice(0, 200)
      return `The device did not let the console's key in${words ? `: ${words}` : ''}.`
    }
    return { login: { username: userName.exec(text)?.[1] ?? 'root', privateKey }, withdraw }
  } catch {
    return 'The device did not answer when the console asked to let its key in.'
  }
}
