import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
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
