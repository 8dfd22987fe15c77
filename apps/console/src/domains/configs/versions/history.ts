import { configLimits, type DriftState, type VersionReason } from '@longreach/contract/configs/constants'
import type { ConfigVersion, DeviceConfig } from '@longreach/contract/configs/schemas'

/** Reason for a version; the console adds `first` for the first one found, which no user changed. */
export type Cause = 'first' | VersionReason

export const causeOf = ({ reason, seq }: Pick<ConfigVersion, 'reason' | 'seq'>): Cause =>
  reason === 'found' && seq === 1 ? 'first' : reason

/** Whether a device differs from its intended configuration. */
export const differs = (state: DriftState): boolean => state !== 'in_sync'

/** The next older version in a list that is newest first; null for the oldest. */
export const beforeOf = (versions: readonly Pick<ConfigVersion, 'id'>[], id: number): number | null =>
  versions[versions.findIndex((version) => version.id === id) + 1]?.id ?? null

export interface Shown {
  id: number
  /** The version it is compared with; null if there is none. */
  from: number | null
}

/**
 * The version to show and the one to compare it with: the selected ones if they still exist. Otherwise, if the current
 * configuration differs from the intended one, those two; else the newest version and the one before it.
 */
export function shownOf(
  versions: readonly Pick<ConfigVersion, 'id'>[],
  { state, intended_id, running_id }: Pick<DeviceConfig, 'state' | 'intended_id' | 'running_id'>,
  selected: Partial<Shown>,
): Shown | null {
  const exists = (id: number | null | undefined): id is number => versions.some((version) => version.id === id)
  const first = differs(state) && exists(running_id) ? running_id : versions[0]?.id
  const id = exists(selected.id) ? selected.id : first
  if (id === undefined) return null
  if (exists(selected.from) && selected.from !== id) return { id, from: selected.from }
  if (differs(state) && id === running_id && id !== intended_id && exists(intended_id)) return { id, from: intended_id }
  return { id, from: beforeOf(versions, id) }
}

/** Minutes within which a device has to connect with its new configuration. */
export const minutesToConnect = {
  minutes: configLimits.seconds.default / 60,
  metered: configLimits.seconds.metered / 60,
}
