import { linkCodes } from '@longreach/contract/link/codes'
import {
  type DownLine,
  type Hello,
  LineError,
  parseUpLine,
  type UpLine,
  unknownVerb,
} from '@longreach/contract/link/lines'
import type { BatchRow } from '@longreach/contract/link/report'
import { type BadReport, LinkSuperseded, type Presence, type Refusal, type Report } from '../drivers/driver.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { secondsAfterReplacement } from './links.ts'
import { createPace, type LineKind } from './pace.ts'
import { refusal } from './refusal.ts'
import { createReportWindow, type Mark } from './report-window.ts'

const setsPerLink = 100
const afterBreach = 60

export interface LinkTraffic {
  line(text: string): Promise<void> | undefined
  /** Resolves when every report in progress is stored or given up. */
  idle(): Promise<void>
}

/**
 * Handles everything that a welcomed device sends. Lines are handled in order, without waiting for reports and events.
 */
export function createLinkTraffic(
  deps: GatewayDeps,
  link: {
    presence: Presence
    hello: Pick<Hello, 'boot' | 'uptime'>
    send: (line: DownLine) => void
    refuse: (refusal: Refusal) => void
    /** False once the link has ended: a report that waited for its turn must not overtake one that was not stored. */
    open: () => boolean
  },
): LinkTraffic {
  const { port, limits, metrics, now } = deps
  const { presence, hello } = link
  const helloAt = now()
  const sets = new Map<number, string[]>()
  const pace = createPace(deps)
  const pending = new Set<Promise<void>>()
  let badLines = 0
  const window = createReportWindow({
    max: limits.unacknowledgedReports,
    acknowledge: (mark) => link.send({ verb: 'ack', ...mark }),
    failed: serverFailed,
  })

  function breach(reason: string) {
    metrics.dropped('protocol')
    link.refuse(refusal(linkCodes.badLine, afterBreach, reason))
  }

  function serverFailed(error: unknown) {
    if (!link.open()) return
    if (error instanceof LinkSuperseded) {
      metrics.dropped('superseded')
      return link.refuse(refusal(linkCodes.replaced, secondsAfterReplacement))
    }
    deps.log.warn({ err: error, deviceId: presence.deviceId }, 'A line could not be processed')
    metrics.dropped('database')
    link.refuse(deps.busy())
  }

  /** Not waited for, unless too much is in progress. */
  function background(work: Promise<unknown>): Promise<void> | undefined {
    const tracked: Promise<void> = work.then(() => {}, serverFailed).finally(() => pending.delete(tracked))
    pending.add(tracked)
    return pending.size >= limits.pendingLines ? Promise.race(pending) : undefined
  }

  /** The line is acknowledged as a whole, when all of its reports are stored or refused. */
  function addReports(last: Mark, reports: readonly (Report | BadReport)[]): undefined {
    // Checked before the server is called: a report beyond the window must not be stored either.
    if (window.full()) return breach(`More than ${limits.unacknowledgedReports} unacknowledged reports`) as undefined
    window.add(last, hand(reports))
  }

  async function hand(reports: readonly (Report | BadReport)[]): Promise<void> {
    for (const _ of await port.report(presence, reports)) metrics.badLine('report')
  }

  function bad(error: LineError): Promise<void> | undefined {
    if (error.report) return addReports(error.report, [{ ...error.report, fault: error.message }])
    const unknown = error.message === unknownVerb
    metrics.badLine(unknown ? 'unknown' : error.verb)
    if (++badLines > limits.badLines) return breach(`More than ${limits.badLines} lines without meaning`) as undefined
    if (unknown) link.send({ verb: 'unsupported', unknown: error.verb })
    return background(port.refuse(presence, error.message))
  }

  function addSet(number: number, names: string[]) {
    const before = sets.get(number)
    if (before && before.join() !== names.join()) return bad(new LineError('set', 'set: number used twice'))
    if (!before && sets.size >= setsPerLink) return bad(new LineError('set', 'set: too many sets'))
    sets.set(number, names)
  }

  function report({ boot, seq, ...row }: Extract<UpLine, { verb: 'report' }>) {
    const mark = { boot, seq }
    return addReports(mark, [reportOf(mark, row)])
  }

  function batch({ boot, seq, rows }: Extract<UpLine, { verb: 'batch' }>) {
    const reports = rows.map((row, index) => reportOf({ boot, seq: seq + index }, row))
    return addReports({ boot, seq: seq + rows.length - 1 }, reports)
  }

  function reportOf(mark: Mark, row: BatchRow | undefined): Report | BadReport {
    const bad = (why: string): BadReport => ({ ...mark, fault: `report: ${why}` })
    if (!row) return bad('of a batch that cannot be read from there on')
    const { set, age, values } = row
    const names = sets.get(set)
    if (!names) return bad('of an unknown set')
    if (names.length !== values.length) return bad('expected as many values as names')
    if (mark.boot !== hello.boot) return bad('of another boot than the hello')
    const uptime = hello.uptime + Math.floor((now() - helloAt) / 1000)
    return { ...mark, age, uptime, arrivedAt: new Date(), names, values }
  }

  function handle(line: UpLine | LineError): Promise<void> | undefined {
    if (!link.open()) return
    if (line instanceof LineError) return bad(line)
    metrics.line(line.verb)
    switch (line.verb) {
      case 'report':
        return report(line)
      case 'batch':
        return batch(line)
      case 'set':
        return addSet(line.set, line.names)
      case 'event':
        return background(port.event(presence, line.event))
      case 'result': {
        const { verb, ...result } = line
        if (deps.asks.take(presence.deviceId, result)) return
        return background(port.result(presence, result))
      }
      case 'pong':
        return
      default:
        return bad(new LineError(line.verb, `${line.verb}: not on a welcomed link`))
    }
  }

  function parse(text: string): UpLine | LineError {
    try {
      return parseUpLine(text)
    } catch (error) {
      if (error instanceof LineError) return error
      throw error
    }
  }

  /** The rates that a line counts against: each report of a batch counts like a single one. */
  function kindsOf(line: UpLine | LineError): LineKind[] {
    const kindOf = (age: number): LineKind => (age < limits.resentAge ? 'fresh report' : 'resent report')
    if (line instanceof LineError) return ['other']
    if (line.verb === 'batch') return line.rows.map((row) => kindOf(row?.age ?? 0))
    return [line.verb === 'report' ? kindOf(line.age) : 'other']
  }

  return {
    line(text) {
      const line = parse(text)
      let wait = 0
      for (const kind of kindsOf(line)) {
        const pacing = pace(kind)
        if ('tooFast' in pacing) {
          metrics.dropped('too_fast')
          link.refuse(refusal(linkCodes.tooManyAttempts, afterBreach, `Too many lines: ${pacing.tooFast}`))
          return
        }
        wait = Math.max(wait, pacing.wait)
      }
      if (wait === 0) return handle(line)
      return new Promise<void>((resolve) => setTimeout(resolve, wait)).then(() => handle(line))
    },
    idle: () => window.idle(),
  }
}
