import { configLimits, type DriftState, type VersionReason } from '@longreach/contract/configs/constants'
import type { ConfigVersion, DeviceConfig } from '@longreach/contract/configs/schemas'

/** Why there is a version, in the words of the console: what was found first was not changed by anyone. */
export type Cause = 'first' | VersionReason

export const causeOf = ({ reason, seq }: Pick<ConfigVersion, 'reason' | 'seq'>): Cause =>
  reason === 'found' && seq === 1 ? 'first' : reason

/** Whether a device has something else than it is meant to have. */
export const differs = (state: DriftState): boolean => state !== 'in_sync'

/** The version before one, of those of a device, newest first; null if it is the oldest. */
export const beforeOf = (versions: readonly Pick<ConfigVersion, 'id'>[], id: number): number | null =>
  versions[versions.findIndex((version) => version.id === id) + 1]?.id ?? null

export interface Shown {
  id: number
  /** What it is compared with; null if there is nothing. */
  from: number | null
}

/**
 * The version to show, and the one to compare it with: those that were selected if they still exist. Otherwise what the
 * device has, compared with what it is meant to have where that is something else, or else the newest one and the one
 * before it.
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

/** Within which a device has to connect with what it got, in minutes. */
export const minutesToConnect = {
  minutes: configLimits.seconds.default / 60,
  metered: configLimits.seconds.metered / 60,
}
