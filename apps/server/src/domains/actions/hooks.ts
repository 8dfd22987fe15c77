import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'

/** A file that a device sent. */
export interface StoredFile {
  id: number
  device_id: number
  /** The schedule that requested it. */
  schedule_id: number | null
}

/** Runs in the transaction that adds the file. */
export type DeviceFileStored = (db: Db, file: StoredFile) => Promise<void>

export const deviceFileStored = defineHook<DeviceFileStored>('deviceFileStored')

export interface ScheduleKind {
  kind: string
  /** The action to start, and its argument. */
  action: ActionKindName
  arg: (payload: unknown) => string | null
  /** Seconds to wait for devices that are offline. */
  waits: number
}

export const scheduleKind = defineHook<ScheduleKind>('scheduleKind')

/** Devices that get the same change in one call. */
export interface UpdateRequest {
  device_id: number[]
  file_id: number
  /** Also applies to devices whose firmware is not the one that the file is for. */
  downgrade: boolean
  metered: boolean
  /** Seconds to wait for devices that are offline. */
  waits: number
}

/** A change, besides new firmware, that the update call of the public API can start. */
export interface DeviceUpdate {
  action: 'upload_backup'
  /** Throws a Problem if it can be started on none of the devices. */
  start(call: Call, request: UpdateRequest): Promise<{ channel: string; errors: ErrorItem[] }>
}

export const deviceUpdate = defineHook<DeviceUpdate>('deviceUpdate')

/** A call of a device's own API, with the values of its variables filled in. */
export interface ApiRequest {
  method: string
  /** Starts with `/api` and includes the query. */
  address: string
  body: unknown
}

/** Knowledge about devices' own APIs. */
export interface DeviceApi {
  /** Names of secret fields, besides those recognised by their names alone. */
  secretNames(db: Db): Promise<ReadonlySet<string>>
  /** Reasons, line by line, why a request matches no API document; none if there is no document. */
  faultsOf(db: Db, request: ApiRequest): Promise<Text[]>
}

export const deviceApi = defineHook<DeviceApi>('deviceApi')
