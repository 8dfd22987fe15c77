import { mostDevices } from '../choice.ts'

export const targetStates = ['queued', 'sent', 'running', 'done', 'failed', 'expired', 'cancelled'] as const
export type TargetState = (typeof targetStates)[number]

/** States something still happens in. */
export const activeStates = ['queued', 'sent', 'running'] as const
/** States from which a new attempt may begin. */
export const retryStates = ['failed', 'expired'] as const

export const isActive = (state: TargetState) => (activeStates as readonly string[]).includes(state)

export const actionLimits = {
  /** Devices of one call, named or in its filter. */
  devices: mostDevices,
  /** Seconds an action may wait for devices that are offline. */
  waits: { min: 10, max: 7 * 86_400 },
  /** Seconds a command may run. */
  commandSeconds: { min: 1, default: 30, max: 300 },
  commandBytes: 2000,
  /** Days actions and their events are kept. */
  keptDays: 90,
} as const
