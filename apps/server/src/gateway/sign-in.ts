import type { AuthContext, PublicKeyAuthContext } from 'ssh2'
import ssh2 from 'ssh2'
import type { DevicePort, Refusal } from '../drivers/driver.ts'

export interface DeviceLogin {
  kind: 'device'
  deviceId: number
  publicKey: string
}

/** Identity of the peer. A refused device still gets a session, in which it gets the reason as one line. */
export type Login =
  | DeviceLogin
  | { kind: 'refused'; refusal: Refusal; deviceId?: number }
  | { kind: 'enrol'; publicKey: string }
  | { kind: 'install' }

const deviceUser = /^[1-9][0-9]{0,14}$/

function hasSigned(context: PublicKeyAuthContext): boolean {
  const key = ssh2.utils.parseKey(context.key.data)
  if (key instanceof Error || !context.blob || !context.signature) return false
  return key.verify(context.blob, context.signature, context.hashAlgo) === true
}

export type SignInAnswer = 'reject' | 'prove' | Login

/** Decides on one authentication request of the SSH layer; 'prove' asks for the signature. Never rejects. */
export async function checkSignIn(
  context: AuthContext,
  identify: DevicePort['identify'],
  refusals: Record<'unknown' | 'revoked' | 'busy', () => Refusal>,
): Promise<SignInAnswer> {
  if (context.method === 'none') return context.username === 'install' ? { kind: 'install' } : 'reject'
  if (context.method !== 'publickey' || context.key.algo !== 'ssh-ed25519') return 'reject'
  const isDevice = deviceUser.test(context.username)
  if (!isDevice && context.username !== 'enroll') return 'reject'
  if (!context.signature) return 'prove'
  if (!hasSigned(context)) return 'reject'
  const publicKey = `ssh-ed25519 ${context.key.data.toString('base64')}`
  if (!isDevice) return { kind: 'enrol', publicKey }
  const deviceId = Number(context.username)
  const standing = await identify(deviceId, publicKey).catch(() => 'busy' as const)
  if (standing === 'known') return { kind: 'device', deviceId, publicKey }
  // Only a key that once was the device's proves which device is asking.
  return { kind: 'refused', refusal: refusals[standing](), ...(standing === 'revoked' && { deviceId }) }
}
