import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { Db } from '../../db/client.ts'
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
