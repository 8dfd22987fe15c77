import { mostDevices } from '../choice-limits.ts'

/** Kinds of changes that a campaign can roll out. */
export const campaignKinds = ['update_firmware', 'configure', 'restore', 'task_group'] as const
export type CampaignKindName = (typeof campaignKinds)[number]

/** `halted`: it stopped by itself; `paused`: a user stopped it. */
export const campaignStates = ['draft', 'scheduled', 'running', 'paused', 'halted', 'done', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** States in which nothing more happens without a user. */
export const finishedStates = ['done', 'cancelled'] as const

/**
 * State of a device in a campaign. `untouched`: its wave has not started; `waiting`: it has, and nothing was sent yet;
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

export const openDeviceStates = ['untouched', 'waiting', 'running', 'observing'] as const

/** Checks of the health gate, in order. `undone`: the device took the change back. */
export const campaignChecks = [
  'fetched',
  'installed',
  'applied',
  'undone',
  'completed',
  'returned',
  'version',
  'online',
  'wan',
  'reports',
  'command',
] as const
export type CampaignCheck = (typeof campaignChecks)[number]

const whileObserved = ['online', 'wan', 'reports', 'command'] as const

/** Checks that apply to a kind. */
export const checksOf: Readonly<Record<CampaignKindName, readonly CampaignCheck[]>> = {
  update_firmware: ['fetched', 'installed', 'returned', 'version', ...whileObserved],
  configure: ['fetched', 'applied', 'undone', 'returned', ...whileObserved],
  restore: ['fetched', 'applied', 'undone', 'returned', ...whileObserved],
  task_group: ['completed', ...whileObserved],
}

/** Kinds whose devices take a change back if they cannot connect with it. */
export const undoneKinds: readonly CampaignKindName[] = ['configure', 'restore']

export const waveStates = ['running', 'passed', 'halted'] as const

export const campaignLimits = {
  devices: mostDevices,
  waves: 20,
  /** Failures allowed in a wave. */
  failures: 1000,
  /** Devices that take a change back before the campaign halts: in the first wave, and in all. */
  undone: { first: 1, all: 2 },
  /** Seconds for which a device is observed after its update. */
  soak: { min: 0, default: 600, max: 86_400 },
  /** Longest wait for offline devices, in seconds. */
  waits: 90 * 86_400,
  name: 100,
  /** Characters of the reason for resuming. */
  reason: 500,
  /** Most secret values that are entered again, and characters of one. */
  values: 20,
  value: 500,
} as const

/** A canary, 5 %, 25 %, and all others. */
export const defaultWaves = [
  { of: 'devices', size: 1, failures: 0 },
  { of: 'percent', size: 5, failures: 2 },
  { of: 'percent', size: 25, failures: 5 },
  { of: 'rest', failures: 5 },
] as const
