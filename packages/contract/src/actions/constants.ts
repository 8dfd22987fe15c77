import { mostDevices } from '../choice-limits.ts'

export const targetStates = ['queued', 'sent', 'running', 'done', 'failed', 'expired', 'cancelled'] as const
export type TargetState = (typeof targetStates)[number]

/** States that are not final. */
export const activeStates = ['queued', 'sent', 'running'] as const
/** States from which a new attempt can start. */
export const retryStates = ['failed', 'expired'] as const

/** Stage of an action: running on a device, waiting for one, or finished on all. */
export const actionStages = ['running', 'waiting', 'finished'] as const

/** States of groups of devices with the same answer, in the order of the list. */
export const groupStates = ['done', 'failed', 'running', 'waiting'] as const

export const isActive = (state: TargetState) => (activeStates as readonly string[]).includes(state)

export const actionLimits = {
  /** Devices per call, named or matched by its filter. */
  devices: mostDevices,
  /** Seconds an action may wait for devices that are offline. */
  waits: { min: 10, max: 7 * 86_400 },
  /** Maximum run time of a command in seconds. */
  commandSeconds: { min: 1, default: 30, max: 300 },
  commandBytes: 2000,
  /** Most answers listed, and most device names for each. */
  groups: 100,
  groupNames: 100,
  /** Retention of actions and their events in days. */
  keptDays: 90,
} as const

export const passwordLimits = {
  length: { min: 8, default: 16, max: 32 },
  /** Characters accepted by a device's shadow file, its pages and CSV files; must not start a formula. */
  pattern: '(?![=+@-])[A-Za-z0-9!#$%&()*+./:<=>?@\\[\\]^_{|}~-]*',
  /** Days after which passwords are wiped, downloaded or not. */
  days: 7,
} as const

/** A file with devices and their passwords. */
export const passwordFile = { accept: '.csv,text/csv', max: 1024 * 1024, warnings: true } as const

/** State of a password on a device; it may have been set even if the device's answer was lost. */
export const passwordStates = ['pending', 'set', 'unknown', 'not_set'] as const
