import type { DevicePort, Presence } from '../drivers/driver.ts'
import type { GatewayTimes } from './limits.ts'
import type { Log } from './log.ts'

/**
 * Reports to the server that a device has disconnected, until that succeeds: a link that closes while the database is
 * unavailable must not leave its device online. The epoch in `presence` makes a delayed report harmless.
 */
export function createDepartures(deps: {
  port: Pick<DevicePort, 'gone'>
  times: Pick<GatewayTimes, 'goneRetry'>
  log: Log
}): { report(presence: Presence, reason: string): void; stop(): Promise<void> } {
  const [firstWait, longestWait] = deps.times.goneRetry
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  let stopped = false

  function report(presence: Presence, reason: string, wait = firstWait) {
    const attempt = deps.port.gone(presence, reason).catch((error: unknown) => {
      if (stopped) return
      deps.log.warn({ err: error, deviceId: presence.deviceId }, 'A disconnect could not be stored, retrying')
      const timer = setTimeout(() => {
        timers.delete(timer)
        report(presence, reason, Math.min(wait * 2, longestWait))
      }, wait)
      timers.add(timer)
    })
    const tracked = attempt.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  return {
    report: (presence, reason) => report(presence, reason),
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
