import { mostDevices } from '../choice-limits.ts'

/** Kinds of actions that a campaign can roll out. */
export const campaignKinds = ['update_firmware'] as const
export type CampaignKindName = (typeof campaignKinds)[number]

/** `halted`: it stopped by itself; `paused`: a user stopped it. */
export const campaignStates = ['draft', 'scheduled', 'running', 'paused', 'halted', 'done', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** States in which nothing more is going to happen without a user. */
export const finishedStates = ['done', 'cancelled'] as const

/**
 * Where a device of a campaign is. `untouched`: its wave has not started; `waiting`: it has, and nothing was sent yet;
 * `observing`: updated, until the time of the health gate has passed.
 */
export const campaignDeviceStates = [
  'untouched',
  'waiting',
  'running',
  'observing',
  'done',
  'failed',
  'skipped',
  'left_out',
  'cancelled',
] as const
export type CampaignDeviceState = (typeof campaignDeviceStates)[number]

/** States a device can still leave. */
export const openDeviceStates = ['untouched', 'waiting', 'running', 'observing'] as const

/** What the health gate checks, in the order it is checked. A kind has the first ones that apply to it. */
export const campaignChecks = ['fetched', 'installed', 'returned', 'version', 'online', 'wan', 'reports'] as const
export type CampaignCheck = (typeof campaignChecks)[number]

export const waveStates = ['running', 'passed', 'halted'] as const

export const campaignLimits = {
  /** Devices of one campaign. */
  devices: mostDevices,
  waves: 20,
  /** Failures allowed in a wave. */
  failures: 1000,
  /** Seconds a device is observed after its update. */
  soak: { min: 0, default: 600, max: 86_400 },
  /** Seconds devices that are offline are waited for. */
  waits: 90 * 86_400,
  name: 100,
  /** Characters of the reason for resuming. */
  reason: 500,
} as const

/** A canary, 5 %, 25 %, and all others. */
export const defaultWaves = [
  { of: 'devices', size: 1, failures: 0 },
  { of: 'percent', size: 5, failures: 2 },
  { of: 'percent', size: 25, failures: 5 },
  { of: 'rest', failures: 5 },
] as const
