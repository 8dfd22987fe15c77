import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { defineHook } from '../../module/hook.ts'

/** In the transaction that adds the device. */
export type DeviceCreated = (db: Db, device: Placement & { id: number }) => Promise<void>
/** In the background, before the rows of deleted devices go; may run twice. */
export type DevicesDeleted = (db: Db, ids: readonly number[]) => Promise<void>

export const deviceCreated = defineHook<DeviceCreated>('deviceCreated')
export const devicesDeleted = defineHook<DevicesDeleted>('devicesDeleted')
