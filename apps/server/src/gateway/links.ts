import { linkCodes } from '@longreach/contract/link/codes'
import type { Presence, Refusal } from '../drivers/driver.ts'
import { refusal } from './refusal.ts'

/** A welcomed control link. */
export interface Link {
  presence: Presence
  /** The key it signed in with: a tunnel of the device has to use the same. */
  publicKey: string
  /** Whether the agent is new enough to open tunnels. */
  tunnels: boolean
  /** Whether it is new enough to update itself. */
  upgrades: boolean
  /** False if the device is no longer there to read it. */
  command(line: { id: string; command: string; seconds: number; arg: string }): boolean
  refuse(refusal: Refusal): void
  /** Sends changes of the settings in `welcome`; an agent that is too old gets them next time. */
  renew(): void
  /** Closes the link if the device is silent for too long or leaves too much unread. */
  check(): void
  /** Says bye, waits for reports in progress, closes. */
  leave(): Promise<void>
}

/** How long the losing link of a device that connected twice has to wait. */
export const secondsAfterReplacement = 60

/** Devices that come back per second, and the seconds over which they do (link-protocol, Time-outs). */
const comeBack = { rate: 150, least: 1, most: 30 }

/** The control links of this process: at most one for a device, the newest. */
export function createLinks(deps: { changed: (open: number) => void }): {
  add(link: Link): void
  remove(link: Link): void
  get(deviceId: number): Link | undefined
  all(): Link[]
  count(): number
  /** Seconds over which the devices of this process are to come back when they lose it. */
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
