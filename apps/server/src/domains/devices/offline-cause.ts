import type { OfflineReason } from '@longreach/contract/devices/constants'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'

/** What the end of a link says about its cause. */
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

/** The cause by the reason with which a link ended; any other reason is one for which the server closed it. */
export const causeOf = (reason: string): OfflineReason => causes[reason] ?? 'dropped'
