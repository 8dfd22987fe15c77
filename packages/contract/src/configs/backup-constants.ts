import { actionLimits } from '../actions/constants.ts'

export const backupPeriods = ['day', 'week', 'month'] as const

/** Objects by which a rule selects devices. */
export const appliedBy = ['device', 'tag', 'company'] as const
export type AppliedBy = (typeof appliedBy)[number]

/** Types of files that are backups. */
export const backupTypes = ['config', 'periodic_backup'] as const

/** Outcome of a due time of a rule. */
export const backupOutcomes = ['started', 'missed', 'refused'] as const

export const backupLimits = {
  /** Backups of a device that a rule keeps. */
  keep: { min: 1, default: 5, max: 30 },
  /** Devices, tags or companies per rule. */
  applied: 1000,
  name: 100,
  zone: 64,
  /** Seconds to wait for devices that are offline. */
  waits: 24 * 3600,
  devices: actionLimits.devices,
  /** Most files of a backup that are listed as not restored. */
  paths: 50,
} as const
