import { type LinkCode, linkReasons } from '@longreach/contract/link/codes'
import type { Refusal } from '../drivers/driver.ts'

/** A refusal of the gateway itself; `retry` in seconds. */
export function refusal(code: LinkCode, retry: number, reason: string = linkReasons[code]): Refusal {
  return { code, reason, retry }
}

export function isRefusal(answer: object): answer is Refusal {
  return 'code' in answer
}
