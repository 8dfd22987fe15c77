import { type LinkCode, linkReasons } from '@longreach/contract/link/codes'
import type { DownLine } from '@longreach/contract/link/lines'
import type { Refusal } from '../drivers/driver.ts'
import { inEnglish } from '../texts.ts'

/** A refusal by the gateway itself; `retry` in seconds. */
export function refusal(code: LinkCode, retry: number, reason: string = linkReasons[code]): Refusal {
  return { code, reason, retry }
}

export function isRefusal(answer: object): answer is Refusal {
  return 'code' in answer
}

/** The refusal as a line for the device, in English: devices know one language. */
export const refusedLine = ({ code, reason, retry }: Refusal): DownLine => ({
  verb: 'refused',
  code,
  retry,
  reason: inEnglish(reason),
})
