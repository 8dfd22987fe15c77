import type { Hello } from '@longreach/contract/link/lines'
import type { Attempt, DevicePort } from '../drivers/driver.ts'
import { inEnglish } from '../texts.ts'
import { createAddressBuckets } from './address-buckets.ts'
import type { GatewayLimits } from './limits.ts'
import type { Log } from './log.ts'

export type NoteAttempt = (attempt: Attempt) => void

/** Fields of a log row from a hello, if there is one. */
export function claimOf(hello: Hello | undefined): Pick<Attempt, 'serial' | 'mac' | 'model' | 'firmware'> {
  if (!hello) return {}
  const { serial, mac, model, firmware } = hello
  return { serial, mac, model, firmware }
}

/**
 * Records the gateway's decisions in the connection-attempt log; the server records its own responses to `hello` and
 * `enrol`. A device or an address of strangers that fails too often gets no more rows, to keep the log readable.
 */
export function createAttempts(deps: {
  port: Pick<DevicePort, 'attempt'>
  limits: Pick<GatewayLimits, 'attemptRows'>
  log: Log
  now: () => number
}): NoteAttempt {
  const sources = createAddressBuckets(deps.limits.attemptRows, deps.now)
  return (attempt) => {
    const { address, code, deviceId, serial } = attempt
    deps.log.info({ address, code, deviceId, serial }, inEnglish(attempt.reason))
    if (!sources.allow(deviceId === undefined ? address : `device ${deviceId}`)) return
    deps.port
      .attempt(attempt)
      .catch((error: unknown) => deps.log.warn({ err: error, code }, 'Connection attempt could not be logged'))
  }
}
