import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { Hours } from '@longreach/contract/actions/sending-hours'
import type { CampaignCheck, CampaignKindName } from '@longreach/contract/campaigns/constants'
import type { ErrorItem } from '@longreach/contract/errors'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'
import type { Candidate, Starter } from '../actions/start.ts'

/** Content of a campaign for its devices, as stored. */
export interface Brought {
  /** Argument of the action, or what its kind derives the argument from. */
  arg: string
  /** Secret part of the content. */
  secret: string | null
}

/** Options that the user has agreed to. */
export interface Options {
  keep_settings: boolean
  downgrade: boolean
  metered: boolean
  /** Seconds after which a device takes an unconfirmed change back, for kinds with confirmation. */
  seconds?: number
}

/** Content of a campaign, with what the console shows of it. */
export interface CampaignContent extends Brought {
  /** A file that cannot be deleted while the campaign is open. */
  fileId: number | null
  /** Name of the file, template or group. */
  fileName: string
  version: string | null
  /** Bytes for each device; 0 if they differ. */
  size: number
  options: Options
}

export interface Chosen {
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
}

type Caller = Pick<Call, 'db' | 'scope' | 'session'>

/** Devices that get the change, and an error for each other one. */
export interface Choice {
  devices: readonly Pick<Candidate, 'id'>[]
  errors: readonly ErrorItem[]
}

/** A wave that starts now. */
export interface WaveRun {
  scope: Scope
  starter: Starter
  deviceIds: readonly number[]
  hours: Hours | undefined
  /** Seconds to wait for devices that are offline. */
  waits: number
}

/** A kind of change that can be rolled out in waves; the domain of its action registers it. */
export interface CampaignKind {
  kind: CampaignKindName
  /** The action that each device is sent; its permission is required, too. */
  action: ActionKindName
  /** Reads a caller's request. Throws a Problem if the caller may not use the content, or it is not for devices. */
  prepare(call: Caller, request: unknown): Promise<CampaignContent>
  /** The selected devices that get the change. */
  choose(call: Caller, brought: Brought, chosen: Chosen): Promise<Choice>
  /** Throws a Problem if the content is gone, or the user in whose name the campaign runs may not use it any more. */
  check(call: { db: Db; scope: Scope }, brought: Brought): Promise<void>
  /** Starts the action of a wave; null if none of its devices can get the change any more. */
  start(db: Db, brought: Brought, run: WaveRun): Promise<Choice & { actionId: number | null }>
  /** The check that a device failed, by the step at which its action failed and its message. */
  failedCheck(target: { step: number; message: string }): CampaignCheck
  /** For kinds whose devices are sent secret values, which are wiped at the end of the campaign. */
  secrets?: {
    names(arg: string): string[]
    /** The secret part from values entered again for a retry. Throws a Problem if one is missing or cannot be used. */
    from(db: Db, arg: string, given: readonly { name: string; value: string }[]): Promise<string>
  }
}

export const campaignKind = defineHook<CampaignKind>('campaignKind')
