import { actionLimits } from '../actions/constants.ts'

/** Groups of the listed images, in the order they are offered. */
export const imageGroups = ['stable', 'latest', 'own', 'global'] as const
export type ImageGroup = (typeof imageGroups)[number]

/** Reasons why a device is left out of an update, in the order they are listed. */
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
  /** Seconds for which an update may wait for devices that are offline. */
  waits: { min: 60, default: 7 * 86_400, max: 90 * 86_400 },
  /** Days ahead for which an update can be scheduled. */
  startDays: 90,
  /** Devices named for each reason why some are left out. */
  named: 20,
  /** Newest images among which those for the devices are searched. */
  searched: 1000,
  /** Images offered at once. */
  images: 200,
  /** Devices per call. */
  devices: actionLimits.devices,
} as const

/**
 * Numbers of the kinds of updates: firmware and backup as in the public API, which has none for a configuration that
 * does not come from a backup.
 */
export const jobTypes = { update_firmware: 100, restore: 101, configure: 102 } as const
export const jobTypeNumbers = ['100', '101', '102'] as const

export const updateKinds = ['update_firmware', 'configure', 'restore', 'roll_back'] as const
