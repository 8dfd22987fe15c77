import { randomBytes } from 'node:crypto'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { type DownLine, type Hello, LineError, parseUpLine } from '@longreach/contract/link/lines'
import type { Refusal } from '../drivers/driver.ts'
import { inEnglish } from '../texts.ts'
import { claimOf } from './attempts.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { readGreeting } from './greeting.ts'
import type { LineChannel, LineHandler } from './line-channel.ts'
import { isRefusal, refusal, refusedLine } from './refusal.ts'

const untilCorrected = 600

/** The session of user `enroll`: hello, nonce, proof, then bound or refused, and nothing else. */
export function openEnrolLink(deps: GatewayDeps, publicKey: string, open: (handler: LineHandler) => LineChannel): void {
  const nonce = randomBytes(16).toString('hex')
  let hello: Hello | undefined
  let over = false
  const timer = setTimeout(() => channel.cut(), deps.times.hello)
  const channel = open({ line, tooLong, closed })

  function note(code: number, reason: string) {
    deps.note({ code, reason, address: channel.address, ...claimOf(hello) })
  }

  function finish(last: DownLine) {
    over = true
    clearTimeout(timer)
    channel.end(last)
  }

  function refuse(refused: Refusal) {
    if (over) return
    note(refused.code, refused.reason)
    say(refused)
  }

  function say({ code, reason, retry }: Refusal) {
    deps.metrics.refused(code)
    finish(refusedLine({ code, retry, reason }))
  }

  function tooLong() {
    refuse(refusal(linkCodes.badLine, untilCorrected, `A line is longer than ${deps.limits.upLineBytes} bytes`))
  }

  function closed() {
    if (over) return
    over = true
    clearTimeout(timer)
    note(linkCodes.connectionReset, linkReasons[linkCodes.connectionReset])
  }

  function line(text: string): Promise<void> | undefined {
    if (over) return
    if (hello) return prove(hello, text)
    const greeting = readGreeting(text)
    if ('refused' in greeting) {
      refuse(greeting.refused)
      return
    }
    hello = greeting.hello
    channel.send({ verb: 'nonce', nonce })
  }

  async function prove(greeted: Hello, text: string): Promise<void> {
    let proof: string
    try {
      const parsed = parseUpLine(text)
      if (parsed.verb !== 'proof') throw new LineError(parsed.verb, `${parsed.verb}: a proof is expected`)
      proof = parsed.proof
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      return refuse(refusal(linkCodes.badLine, untilCorrected, error.message))
    }
    const { address } = channel
    if (!deps.enrolments.allow(address)) return refuse(refusal(linkCodes.tooManyAttempts, untilCorrected))
    let answer: Awaited<ReturnType<typeof deps.port.enrol>>
    try {
      answer = await deps.port.enrol({ hello: greeted, nonce, proof, publicKey, address })
    } catch (error) {
      deps.log.warn({ err: error, serial: greeted.serial }, 'An enrolment could not be processed')
      return refuse(deps.busy())
    }
    if (over) return
    if (isRefusal(answer)) {
      const { code, reason } = answer.cause
      deps.log.info({ address, code, serial: greeted.serial }, inEnglish(reason))
      say(answer)
    } else finish({ verb: 'bound', device: answer.deviceId })
  }
}
