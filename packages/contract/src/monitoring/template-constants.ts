import { intervalLimits } from '../devices/constants.ts'
import { retentionDays } from './constants.ts'

export const templateLimits = {
  name: 255,
  description: 255,
  version: 255,
  paths: 50,
  variables: 200,
  variable: 64,
  ref: 200,
  filter: 200,
  expression: 500,
  evalVar: 255,
  variableDescription: 1000,
  value: 255,
  enum: 50,
  path: 255,
  /** Parameters of own templates measured on one device. */
  active: 200,
  /** Templates per company, and templates assigned with one call. */
  templates: 200,
  assigned: 50,
  /** Devices per call. */
  devices: 20_000,
  /** Retention of log lines in days. */
  logDays: 30,
  /** Different values of a parameter that are counted, and listed. */
  graph: 50,
  listed: 1000,
} as const

/** Seconds between two measurements. */
export const templatePeriod = { ...intervalLimits, default: 300 } as const

/** Seconds that the console offers; any other within the limits is possible, too. */
export const periodChoices = [60, 300, 900, 1800, 3600, 7200, 86_400] as const

export const templateRetention = { choices: retentionDays, default: 30 } as const

export const apiSystems = ['rutos', 'tswos'] as const
export const templateTypes = ['user', 'system'] as const
