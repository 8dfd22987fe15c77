import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
import type { Text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'

/** A file that a device has sent. */
export interface StoredFile {
  id: number
  device_id: number
  /** The schedule that requested it. */
  schedule_id: number | null
}

/** In the transaction that adds the file. */
export type DeviceFileStored = (db: Db, file: StoredFile) => Promise<void>

export const deviceFileStored = defineHook<DeviceFileStored>('deviceFileStored')

/** Something that can be started by a schedule. */
export interface ScheduleKind {
  kind: string
  /** The action it starts, and its argument. */
  action: ActionKindName
  arg: (payload: unknown) => string | null
  /** Seconds for which devices that are offline are waited for. */
  waits: number
}

export const scheduleKind = defineHook<ScheduleKind>('scheduleKind')

/** Devices that one call sets to the same. */
export interface UpdateRequest {
  device_id: number[]
  file_id: number
  /** Also on devices whose firmware is not the one that the file is for. */
  downgrade: boolean
  metered: boolean
  /** Seconds to wait for devices that are offline. */
  waits: number
}

/** What devices can be set to, besides another firmware, by the call of the public API. */
export interface DeviceUpdate {
  action: 'upload_backup'
  /** Throws a Problem if it can be started on none of them. */
  start(call: Call, request: UpdateRequest): Promise<{ channel: string; errors: ErrorItem[] }>
}

export const deviceUpdate = defineHook<DeviceUpdate>('deviceUpdate')

/** A call of the own API of a device, with the values of its variables. */
export interface ApiRequest {
  method: string
  /** With `/api`, and its query. */
  address: string
  body: unknown
}

/** What is known of the own APIs of devices. */
export interface DeviceApi {
  /** Names of fields that are secrets, besides those that their names tell. */
  secretNames(db: Db): Promise<ReadonlySet<string>>
  /** Why a request is none of any document, line by line; none if there is no document. */
  faultsOf(db: Db, request: ApiRequest): Promise<Text[]>
}

export const deviceApi = defineHook<DeviceApi>('deviceApi')
