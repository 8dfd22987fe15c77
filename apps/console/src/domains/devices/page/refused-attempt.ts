import '../texts.ts'
import type { DeviceLog } from '@longreach/contract/devices/schemas'
import { linkCodes } from '@longreach/contract/link/codes'
import i18next from 'i18next'

/** Codes of refused attempts whose reason does not mention the attempt itself (spec §4). */
const attempts: readonly (number | null)[] = [
  linkCodes.ok,
  linkCodes.unknownDevice,
  linkCodes.wrongProof,
  linkCodes.keyRenewed,
  linkCodes.connectionReset,
]

export const logLine = ({ status, code, log }: Pick<DeviceLog, 'status' | 'code' | 'log'>): string =>
  !status && attempts.includes(code) ? i18next.t('devices:activity.attempted', { reason: log }) : log
