import { type Text, text } from '@longreach/contract/i18n'
import type { ConnectStep, OpenProtocol } from '@longreach/contract/remote/constants'
import { DeviceOffline, type Driver, TunnelError, type TunnelStep, type TunnelTarget } from '../../drivers/driver.ts'
import { inEnglish } from '../../texts.ts'

/** The part of the device driver that remote sessions use. */
export type Reach = Pick<Driver, 'ask' | 'openTunnel'>

/** The failed step on the way to a target, with a line that says what happened and what to do. */
export class ReachError extends Error {
  readonly step: ConnectStep
  readonly text: Text

  constructor(step: ConnectStep, message: Text) {
    super(inEnglish(message))
    this.name = 'ReachError'
    this.step = step
    this.text = message
  }
}

/** For a node without device links and without access to the links of other nodes. */
export const outOfReach: Reach = { ask: refuse, openTunnel: refuse }

async function refuse(): Promise<never> {
  throw new ReachError('link', text('remote.no_gateway'))
}

/** `192.168.1.10:80`, `[fd00::1]:80`. */
export const targetText = ({ host, port }: TunnelTarget) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Step and text for each failure of the driver. */
const failures: Record<TunnelStep, { step: ConnectStep; text: (target: string) => Text }> = {
  device_offline: { step: 'device', text: () => text('remote.device_offline') },
  unsupported: {
    step: 'link',
    text: () => text('remote.agent_too_old'),
  },
  too_many: {
    step: 'admission',
    text: () => text('remote.too_many_connections'),
  },
  no_answer: {
    step: 'tunnel',
    text: () => text('remote.no_tunnel'),
  },
  device_failed: { step: 'tunnel', text: () => text('remote.tunnel_failed') },
  target_refused: { step: 'target', text: (target) => text('remote.target_refused', { target }) },
  target_unreachable: { step: 'target', text: (target) => text('remote.target_unreachable', { target }) },
  tunnel_gone: { step: 'tunnel', text: () => text('remote.tunnel_closed') },
}

/** Most characters of a device's text in messages. */
const detailLength = 200

/** Converts any failure on the way to a target into one for the user. */
export function explain(error: unknown, target: TunnelTarget, protocol?: OpenProtocol): ReachError {
  if (error instanceof ReachError) return error
  if (error instanceof DeviceOffline) return new ReachError('device', failures.device_offline.text(''))
  if (error instanceof TunnelError) {
    if (error.step === 'target_refused' && protocol === 'ssh')
      return new ReachError('target', text('remote.no_ssh_server', { target: targetText(target) }))
    const failure = failures[error.step]
    // The device's own text only helps if the device failed.
    if (error.step === 'device_failed' && error.message !== '') {
      const answer = error.message.slice(0, detailLength)
      return new ReachError(failure.step, text('remote.tunnel_failed_because', { answer }))
    }
    return new ReachError(failure.step, failure.text(targetText(target)))
  }
  const { name } = error as { name?: string }
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ReachError('target', text('remote.target_silent', { target: targetText(target) }))
  return new ReachError('tunnel', text('remote.connection_failed'))
}
