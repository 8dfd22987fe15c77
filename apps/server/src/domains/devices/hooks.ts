import type { OfflineReason } from '@longreach/contract/devices/constants'
import type { DeviceDetails, MoveLosses } from '@longreach/contract/devices/schemas'
import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { defineHook } from '../../module/hook.ts'

/** In the transaction that adds the device. */
export type DeviceCreated = (db: Db, device: Placement & { id: number }) => Promise<void>
/** In the background, before the rows of deleted devices are removed; may run twice. */
export type DevicesDeleted = (db: Db, ids: readonly number[]) => Promise<void>

/**
 * In the transaction in which a monitoring was turned on for locked devices. Throws where they may not measure that much;
 * `source` is the field that says so.
 */
export type MonitoringTurnedOn = (db: Db, ids: readonly number[], source: string) => Promise<void>

/** A device that has just connected or disconnected. */
export interface PresenceChange extends Placement {
  id: number
  online: boolean
  /** For a device that connected: whether it was restarted since it was last seen. */
  rebooted: boolean
  /** For a device that connected: seconds since it started, by its own account. */
  uptime: number | null
  /** For a device that disconnected, in words and as stored on its row. */
  reason: string | null
  cause: OfflineReason | null
}

/** In the transaction that marks devices online or offline, with their rows locked. Thousands may come at once. */
export type PresenceChanged = (tx: Db, changes: readonly PresenceChange[]) => Promise<void>

/**
 * Percent of the last 30 days in which each of the devices was connected; null if that is unknown for all of the time,
 * and nothing for devices that are known for a shorter time.
 */
export type AvailabilityOf = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number | null>>

/** The images that are declared for a device. */
export type DeviceFirmware = (
  db: Db,
  device: { id: number; company_id: number; model: string | null; firmware: string | null; board: string | null },
) => Promise<Pick<DeviceDetails['firmware_information'], 'stable' | 'latest'>>

/** What a domain does when devices move to another company. */
export interface DevicesMoving {
  /** Why some of them cannot be moved now, by their ids. */
  refusals?(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Text>>
  /** Counts what they would lose where these companies are the new one and those above it; writes nothing. */
  losses(db: Db, ids: readonly number[], companies: readonly number[]): Promise<Partial<MoveLosses>>
  /**
   * In the transaction, after the rows of the devices were written. Returns how to bring back what the move cost, and
   * what to publish after the commit.
   */
  moved(db: Db, ids: readonly number[]): Promise<{ undo: readonly UndoStep[]; publish(): void }>
}

export const monitoringTurnedOn = defineHook<MonitoringTurnedOn>('monitoringTurnedOn')
export const devicesMoving = defineHook<DevicesMoving>('devicesMoving')
export const deviceFirmware = defineHook<DeviceFirmware>('deviceFirmware')
export const deviceAvailability = defineHook<AvailabilityOf>('deviceAvailability')
/** Actions in reach that run, and those that failed within a day; none for users who may not see them. */
export type ActionCounts = (
  call: Pick<Call, 'db' | 'scope' | 'session'>,
) => Promise<Partial<Record<'running' | 'failed', number>>>

export const actionCounts = defineHook<ActionCounts>('actionCounts')
export const presenceChanged = defineHook<PresenceChanged>('presenceChanged')
export const deviceCreated = defineHook<DeviceCreated>('deviceCreated')
export const devicesDeleted = defineHook<DevicesDeleted>('devicesDeleted')
