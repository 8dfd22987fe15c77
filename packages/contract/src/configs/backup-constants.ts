import { actionLimits } from '../actions/constants.ts'

export const backupPeriods = ['day', 'week', 'month'] as const

/** What the devices of a rule are named by. */
export const appliedBy = ['device', 'tag', 'company'] as const
export type AppliedBy = (typeof appliedBy)[number]

/** Types of files that are backups. */
export const backupTypes = ['config', 'periodic_backup'] as const

/** What became of a time at which a rule was due. */
export const backupOutcomes = ['started', 'missed', 'refused'] as const

export const backupLimits = {
  /** Backups of a device that a rule keeps. */
  keep: { min: 1, default: 5, max: 30 },
  /** Devices, tags or companies a rule names. */
  applied: 1000,
  name: 100,
  zone: 64,
  /** Seconds for which devices that are offline are waited for. */
  waits: 24 * 3600,
  devices: actionLimits.devices,
  /** Files of a backup that are named as not restored. */
  paths: 50,
} as const
