import type { ConnectStep, OpenProtocol } from '@longreach/contract/remote/constants'
import { DeviceAway, type Driver, TunnelError, type TunnelStep, type TunnelTarget } from '../../drivers/driver.ts'

/** What remote sessions need of the devices' driver. */
export type Reach = Pick<Driver, 'ask' | 'openTunnel'>

/** Why a target is out of reach: the step that failed, and a line that says what happened and what to do. */
export class ReachError extends Error {
  readonly step: ConnectStep

  constructor(step: ConnectStep, message: string) {
    super(message)
    this.name = 'ReachError'
    this.step = step
  }
}

/** For a node that has no links of devices and reaches no other that does. */
export const outOfReach: Reach = { ask: refuse, openTunnel: refuse }

async function refuse(): Promise<never> {
  throw new ReachError('link', 'This server holds no links of devices. Open the session on one with the gateway role.')
}

/** `192.168.1.10:80`, `[fd00::1]:80`. */
export const targetText = ({ host, port }: TunnelTarget) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** What the driver's failures mean to somebody who opened a session. */
const failures: Record<TunnelStep, { step: ConnectStep; text: (target: string) => string }> = {
  device_offline: { step: 'device', text: () => 'The device is offline. It will be reachable when it comes back.' },
  unsupported: {
    step: 'link',
    text: () => 'The agent on this device is too old for remote access. Update it.',
  },
  too_many: {
    step: 'admission',
    text: () => 'Too many connections are open to this device. Close some and try again.',
  },
  no_answer: {
    step: 'tunnel',
    text: () => 'The device did not open its tunnel in time. Its line may be slow or blocked; try again.',
  },
  device_failed: { step: 'tunnel', text: () => 'The device could not open a tunnel. Try again.' },
  target_refused: { step: 'target', text: (target) => `Nothing listens on ${target}.` },
  target_unreachable: { step: 'target', text: (target) => `The device cannot reach ${target}.` },
  tunnel_gone: { step: 'tunnel', text: () => 'The tunnel of the device closed. Try again.' },
}

/** Longest piece of what a device says in a message of ours. */
const detailLength = 200

/** Any failure on the way to a target, in words for people. */
export function explain(error: unknown, target: TunnelTarget, protocol?: OpenProtocol): ReachError {
  if (error instanceof ReachError) return error
  if (error instanceof DeviceAway) return new ReachError('device', failures.device_offline.text(''))
  if (error instanceof TunnelError) {
    if (error.step === 'target_refused' && protocol === 'ssh')
      return new ReachError('target', `There is no SSH server at ${targetText(target)}.`)
    const failure = failures[error.step]
    // The device's own words help only where the device failed.
    const detail = error.step === 'device_failed' ? ` It says: ${error.message.slice(0, detailLength)}` : ''
    return new ReachError(failure.step, `${failure.text(targetText(target))}${detail}`)
  }
  const { name } = error as { name?: string }
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ReachError('target', `${targetText(target)} did not answer in time.`)
  return new ReachError('tunnel', 'The connection to the device failed. Try again.')
}
