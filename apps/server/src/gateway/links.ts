import { linkCodes } from '@longreach/contract/link/codes'
import type { Presence, Refusal } from '../drivers/driver.ts'
import { refusal } from './refusal.ts'

/** A welcomed control link. */
export interface Link {
  presence: Presence
  /** The key of its sign-in: tunnels of the device must use the same. */
  publicKey: string
  /** True if the agent is new enough to open tunnels. */
  tunnels: boolean
  /** True if the agent is new enough to update itself. */
  upgrades: boolean
  /** False if the line could not be sent because the device is no longer connected. */
  command(line: { id: string; command: string; seconds: number; arg: string }): boolean
  refuse(refusal: Refusal): void
  /** Sends changed settings of `welcome`; an agent that is too old gets them with its next welcome. */
  renew(): void
  /** Closes the link if the device is silent for too long or leaves too much unread. */
  check(): void
  /** Says bye, waits for reports in progress, closes. */
  leave(): Promise<void>
}

/** Seconds for which the replaced link of a device that connected twice must wait. */
export const secondsAfterReplacement = 60

/** Rate at which devices come back, and the seconds over which they do (link-protocol, Time-outs). */
const comeBack = { rate: 150, least: 1, most: 30 }

/** The control links of this process: at most one per device, the newest. */
export function createLinks(deps: { changed: (open: number) => void }): {
  add(link: Link): void
  remove(link: Link): void
  get(deviceId: number): Link | undefined
  all(): Link[]
  count(): number
  /** Seconds over which the devices of this process should come back when they lose it. */
  spread(): number
} {
  const byDevice = new Map<number, Link>()

  return {
    add(link) {
      const other = byDevice.get(link.presence.deviceId)
      if (other && other.presence.epoch > link.presence.epoch) {
        link.refuse(refusal(linkCodes.replaced, secondsAfterReplacement))
        return
      }
      byDevice.set(link.presence.deviceId, link)
      other?.refuse(refusal(linkCodes.replaced, secondsAfterReplacement))
      deps.changed(byDevice.size)
    },
    remove(link) {
      if (byDevice.get(link.presence.deviceId) !== link) return
      byDevice.delete(link.presence.deviceId)
      deps.changed(byDevice.size)
    },
    get: (deviceId) => byDevice.get(deviceId),
    all: () => [...byDevice.values()],
    count: () => byDevice.size,
    spread: () => Math.min(comeBack.most, Math.max(comeBack.least, Math.round(byDevice.size / comeBack.rate))),
  }
}
