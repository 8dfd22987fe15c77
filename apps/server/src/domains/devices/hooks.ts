import type { OfflineReason } from '@longreach/contract/devices/constants'
import type { DeviceDetails, MoveLosses } from '@longreach/contract/devices/schemas'
import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { defineHook } from '../../module/hook.ts'

/** Runs in the transaction that adds the device. */
export type DeviceCreated = (db: Db, device: Placement & { id: number }) => Promise<void>
/** Runs in the background before the rows of deleted devices are removed; may run twice. */
export type DevicesDeleted = (db: Db, ids: readonly number[]) => Promise<void>

/**
 * Runs in the transaction that switches a monitoring on for locked devices. Throws if they would exceed what they may
 * measure; `source` is the field of the error.
 */
export type MonitoringTurnedOn = (db: Db, ids: readonly number[], source: string) => Promise<void>

/** A device that has just connected or disconnected. */
export interface PresenceChange extends Placement {
  id: number
  online: boolean
  /** For a device that connected: true if it was restarted since it was last seen. */
  rebooted: boolean
  /** For a device that connected: seconds since it started, by its own account. */
  uptime: number | null
  /** For a device that disconnected: the reason as a text, and the cause as stored on its row. */
  reason: string | null
  cause: OfflineReason | null
}

/**
 * Runs in the transaction that marks devices online or offline, with their rows locked. There may be thousands at once.
 */
export type PresenceChanged = (tx: Db, changes: readonly PresenceChange[]) => Promise<void>

/**
 * Percentage of the time since then, at most 30 days, in which each device was connected; null if nothing is known of
 * that time. Devices that have never connected are absent.
 */
export interface DeviceAvailability {
  percent: number | null
  since: Date
}

export type AvailabilityOf = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, DeviceAvailability>>

/** The images that are declared for a device. */
export type DeviceFirmware = (
  db: Db,
  device: { id: number; company_id: number; model: string | null; firmware: string | null; board: string | null },
) => Promise<Pick<DeviceDetails['firmware_information'], 'stable' | 'latest'>>

/** Hooks of a domain for devices that move to another company. */
export interface DevicesMoving {
  /** Reasons why some of the devices cannot be moved now, by device id. */
  refusals?(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Text>>
  /** Counts what the devices would lose if `companies` were the new company and those above it; writes nothing. */
  losses(db: Db, ids: readonly number[], companies: readonly number[]): Promise<Partial<MoveLosses>>
  /**
   * Runs in the transaction, after the rows of the devices were written. Returns the steps that undo the losses, and a
   * function that publishes after the commit.
   */
  moved(db: Db, ids: readonly number[]): Promise<{ undo: readonly UndoStep[]; publish(): void }>
}

export const monitoringTurnedOn = defineHook<MonitoringTurnedOn>('monitoringTurnedOn')
export const devicesMoving = defineHook<DevicesMoving>('devicesMoving')
export const deviceFirmware = defineHook<DeviceFirmware>('deviceFirmware')
export const deviceAvailability = defineHook<AvailabilityOf>('deviceAvailability')
/** Counts of actions in reach that are running or failed within a day, and of running campaigns; none for users who may not see them. */
export type ActionCounts = (
  call: Pick<Call, 'db' | 'scope' | 'session'>,
) => Promise<Partial<Record<'running' | 'failed' | 'campaigns', number>>>

export const actionCounts = defineHook<ActionCounts>('actionCounts')
export const presenceChanged = defineHook<PresenceChanged>('presenceChanged')
export const deviceCreated = defineHook<DeviceCreated>('deviceCreated')
export const devicesDeleted = defineHook<DevicesDeleted>('devicesDeleted')
