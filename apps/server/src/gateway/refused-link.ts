import type { Refusal } from '../drivers/driver.ts'
import { claimOf } from './attempts.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { readGreeting } from './greeting.ts'
import type { LineChannel, LineHandler } from './line-channel.ts'
import { refusedLine } from './refusal.ts'

/** The session of a refused device: it sends its hello, for the connection-attempt log, and gets the reason. */
export function openRefusedLink(
  deps: GatewayDeps,
  login: { refusal: Refusal; deviceId?: number },
  open: (handler: LineHandler) => LineChannel,
): void {
  const { code, reason } = login.refusal
  let over = false
  const timer = setTimeout(() => channel.cut(), deps.times.hello)
  const channel = open({ line: refuse, tooLong: () => refuse(''), closed: () => refuse('') })

  function refuse(text: string): undefined {
    if (over) return
    over = true
    clearTimeout(timer)
    const greeting = readGreeting(text)
    deps.metrics.refused(code)
    const claim = claimOf('hello' in greeting ? greeting.hello : undefined)
    const known = login.deviceId === undefined ? {} : { deviceId: login.deviceId }
    deps.note({ code, reason, address: channel.address, ...known, ...claim })
    channel.end(refusedLine(login.refusal))
  }
}
