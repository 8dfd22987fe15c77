import { linkCodes } from '@longreach/contract/link/codes'
import { linkLimits } from '@longreach/contract/link/limits'
import { type Hello, LineError, parseUpLine, type UpLine } from '@longreach/contract/link/lines'
import type { Refusal } from '../drivers/driver.ts'
import { refusal } from './refusal.ts'

const untilCorrected = 600

/**
 * The first line of a link: a hello of a supported protocol (the server's own and the previous one), or a refusal with
 * the reason.
 */
export function readGreeting(text: string): { hello: Hello } | { refused: Refusal } {
  let line: UpLine
  try {
    line = parseUpLine(text)
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    return { refused: refusal(linkCodes.badHello, untilCorrected, error.message) }
  }
  if (line.verb !== 'hello') {
    return { refused: refusal(linkCodes.badHello, untilCorrected, `${line.verb} before hello`) }
  }
  if (line.hello.v < linkLimits.protocol - 1) return { refused: refusal(linkCodes.protocolTooOld, untilCorrected) }
  if (line.hello.v > linkLimits.protocol) {
    const reason = `The agent speaks protocol ${line.hello.v}, this server ${linkLimits.protocol}`
    return { refused: refusal(linkCodes.badHello, untilCorrected, reason) }
  }
  return { hello: line.hello }
}
