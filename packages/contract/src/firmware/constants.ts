import { actionLimits } from '../actions/constants.ts'

/** What images of a list are, in the order they are offered. */
export const imageGroups = ['stable', 'latest', 'own', 'global'] as const
export type ImageGroup = (typeof imageGroups)[number]

/** Why a device is left out of an update, in the order they are listed. */
export const exclusions = [
  'UNSUPPORTED_MODEL',
  'UNKNOWN_MODEL',
  'UP_TO_DATE',
  'DOWNGRADE',
  'METERED',
  'UNSUPPORTED',
  'MONITORING_DISABLED',
  'NOT_ACTIVATED',
  'NOT_FOUND',
] as const

export const firmwareLimits = {
  /** Seconds an update may wait for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 90 * 86_400 },
  /** Days ahead an update can be scheduled. */
  startDays: 90,
  /** Devices that are named for each reason why they are left out. */
  named: 20,
  /** Images of which those for the devices are looked up, the newest. */
  searched: 1000,
  /** Images that are offered at once. */
  images: 200,
  /** Devices of one call. */
  devices: actionLimits.devices,
} as const

/**
 * Numbers of the kinds of updates: another firmware and a backup as in the public API; a configuration that is not taken
 * from a backup has none there.
 */
export const jobTypes = { update_firmware: 100, restore: 101, configure: 102 } as const
export const jobTypeNumbers = ['100', '101', '102'] as const

/** Kinds of actions that are updates. */
export const updateKinds = ['update_firmware', 'configure', 'restore'] as const
