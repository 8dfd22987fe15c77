import type { CampaignCheck, CampaignKindName } from '@longreach/contract/campaigns/constants'
import type { Call } from '../../endpoint/route.ts'
import { defineHook } from '../../module/hook.ts'

/** What a campaign brings its devices. */
export interface CampaignContent {
  /** Argument of the action. */
  arg: string
  fileId: number
  fileName: string
  version: string | null
  /** Bytes for each device. */
  size: number
}

/** A kind of action that can be rolled out in waves; the domain of the action registers it. */
export interface CampaignKind {
  kind: CampaignKindName
  /** Reads what the caller requests. Throws a Problem if the caller may not use it, or it is nothing for devices. */
  prepare(
    call: Pick<Call, 'db' | 'scope' | 'session'>,
    request: {
      file_id: number
      keep_settings: boolean
      downgrade?: boolean | undefined
      metered?: boolean | undefined
    },
  ): Promise<CampaignContent>
  /** The check that a device failed, by the step its action failed in and the message of that. */
  failedCheck(target: { step: number; message: string }): CampaignCheck
}

export const campaignKind = defineHook<CampaignKind>('campaignKind')
