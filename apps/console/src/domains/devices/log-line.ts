import './texts.ts'
import type { DeviceLog } from '@longreach/contract/devices/schemas'
import { linkCodes } from '@longreach/contract/link/codes'
import i18next from 'i18next'

/** Codes of refused attempts whose reason says nothing of the attempt itself (spec §4). */
const attempts: readonly (number | null)[] = [
  linkCodes.ok,
  linkCodes.unknownDevice,
  linkCodes.wrongProof,
  linkCodes.keyRenewed,
  linkCodes.connectionReset,
]

/** What the activity of a device says of a line of its log. */
export const logLine = ({ status, code, log }: Pick<DeviceLog, 'status' | 'code' | 'log'>): string =>
  !status && attempts.includes(code) ? i18next.t('devices:activity.attempted', { reason: log }) : log
