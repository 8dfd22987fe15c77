import { mostDevices } from '../choice-limits.ts'

export const targetStates = ['queued', 'sent', 'running', 'done', 'failed', 'expired', 'cancelled'] as const
export type TargetState = (typeof targetStates)[number]

/** States that are not final. */
export const activeStates = ['queued', 'sent', 'running'] as const
/** States from which a new attempt can start. */
export const retryStates = ['failed', 'expired'] as const

/** Where an action is: running on a device, waiting for one, or finished on all. */
export const actionStages = ['running', 'waiting', 'finished'] as const

/** What devices with the same answer have in common, in the order they are listed. */
export const groupStates = ['done', 'failed', 'running', 'waiting'] as const

export const isActive = (state: TargetState) => (activeStates as readonly string[]).includes(state)

export const actionLimits = {
  /** Devices of one call, named or in its filter. */
  devices: mostDevices,
  /** Seconds an action may wait for devices that are offline. */
  waits: { min: 10, max: 7 * 86_400 },
  /** Maximum run time of a command in seconds. */
  commandSeconds: { min: 1, default: 30, max: 300 },
  commandBytes: 2000,
  /** Different answers that are listed, and names of devices of one of them. */
  groups: 100,
  groupNames: 100,
  /** Retention of actions and their events in days. */
  keptDays: 90,
} as const

/** Of device passwords. */
export const passwordLimits = {
  length: { min: 8, default: 16, max: 32 },
  /** What a device's shadow file, its pages and a CSV file all take; it starts no formula. */
  pattern: '(?![=+@-])[A-Za-z0-9!#$%&()*+./:<=>?@\\[\\]^_{|}~-]*',
  /** They are wiped after so many days, downloaded or not. */
  days: 7,
} as const

/** A file of devices with their passwords. */
export const passwordFile = { accept: '.csv,text/csv', max: 1024 * 1024, warnings: true } as const

/** Whether a device has a password: it may have been set if the answer of the device was lost. */
export const passwordStates = ['pending', 'set', 'unknown', 'not_set'] as const
