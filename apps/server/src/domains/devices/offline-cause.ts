import type { OfflineReason } from '@longreach/contract/devices/constants'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'

/** Cause by the reason with which a link ended. */
const causes: Readonly<Record<string, OfflineReason>> = {
  [text('devices.offline_silent')]: 'unknown',
  [text('devices.offline_closed')]: 'closed',
  [text('devices.offline_stopped')]: 'server',
  [text('devices.offline_unfinished')]: 'server',
  [text('devices.server_gone')]: 'server',
  [text('devices.server_restarted')]: 'server',
  [linkReasons[linkCodes.busy]]: 'server',
  [linkReasons[linkCodes.revoked]]: 'revoked',
}

/** For any other reason the server closed the link. */
export const causeOf = (reason: string): OfflineReason => causes[reason] ?? 'dropped'
