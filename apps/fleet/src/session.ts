import { linkLimits } from '@longreach/contract/link/limits'
import { type DownLine, formatUpLine, parseDownLine, type ResultState } from '@longreach/contract/link/lines'
import { escapeOutput, outputParts } from '@longreach/contract/link/output'
import { type Fault, faultAt, garbage, lies } from './faults.ts'
import type { Link } from './link.ts'
import type { Spool, Spooled } from './spool.ts'
import type { Group } from './world/groups.ts'

export type CommandLine = Extract<DownLine, { verb: 'cmd' }>

export interface Result {
  id: string
  state: ResultState
  exit: number
  text: string
}

export interface SessionDeps {
  link: Link
  spool: Spool
  groups: readonly Group[]
  faults: readonly Fault[]
  /** Seconds since the fleet started, for faults. */
  elapsed: () => number
  /** Unix seconds. */
  now: () => number
  boot: () => { id: string; at: number }
  /** More history to tell, when there is room on the link. */
  tellPast: () => boolean
  acknowledged: (reports: Spooled[]) => void
  welcomed: (settings: Readonly<Record<string, string | number>>) => void
  refused: (line: Extract<DownLine, { verb: 'refused' }>) => void
  /** A command was asked for; it is answered now or later. */
  command: (line: CommandLine) => void
}

export interface Session {
  line(text: string): void
  answer(result: Result): void
  /** Sends what there is room for. */
  pump(): void
  /** Once a second. */
  tick(): void
  welcome(): boolean
  /** When the server was last heard, Unix seconds. */
  heardAt(): number
}

/** The lines of one open link, from `hello` on. */
export function createSession(deps: SessionDeps): Session {
  const { link, spool, groups } = deps
  const known = new Set<number>()
  let open = false
  let heard = deps.now()
  let longSent = false
  const fault = (kind: Fault['kind']) => faultAt(deps.faults, kind, deps.elapsed())

  function send(line: string): void {
    if (fault('vanish')) return
    const lag = fault('lag')
    if (lag) setTimeout(() => link.send(line), (lag.seconds ?? 5) * 1000)
    else link.send(line)
  }

  function sendReport(report: Spooled): void {
    const group = groups.find(({ set }) => set === report.set)
    if (group && !known.has(group.set)) {
      known.add(group.set)
      send(formatUpLine({ verb: 'set', set: group.set, names: [...group.parameters] }))
    }
    const { id, at } = deps.boot()
    const honest = Math.max(0, Math.floor(deps.now() - report.at))
    const age = fault('age') ? Math.floor(deps.now() - at) + 864_000 : honest
    const values = fault('lie') ? lies(report.values) : [...report.values]
    report.sentAt = performance.now()
    send(formatUpLine({ verb: 'report', boot: id, seq: report.seq, age, set: report.set, values }))
  }

  function pump(): void {
    if (!open) return
    for (;;) {
      const report = spool.next(linkLimits.unacknowledgedReports)
      if (report) sendReport(report)
      else if (spool.waiting() >= linkLimits.unacknowledgedReports || !deps.tellPast()) return
    }
  }

  function answer({ id, state, exit, text }: Result): void {
    const parts = outputParts(escapeOutput(text))
    for (const [index, part] of parts.entries()) {
      send(formatUpLine({ verb: 'result', id, state, exit, part: index + 1, parts: parts.length, text: part }))
    }
  }

  function misbehave(): void {
    if (fault('garbage')) for (const line of garbage) link.send(line)
    if (fault('unknown-verb')) link.send('frobnicate 1 2 3')
    if (fault('never-reads')) link.deafen()
    if (fault('long-line') && !longSent) {
      longSent = true
      link.send(`report ${'9'.repeat(linkLimits.upLineBytes)}`)
    }
  }

  return {
    answer,
    pump,
    welcome: () => open,
    heardAt: () => heard,
    tick() {
      if (!open || fault('vanish')) return
      misbehave()
      pump()
    },
    line(text) {
      if (fault('vanish')) return
      heard = deps.now()
      const line = parseDownLine(text)
      switch (line?.verb) {
        case 'welcome':
          open = true
          deps.welcomed(line.settings)
          pump()
          break
        case 'refused':
          deps.refused(line)
          break
        case 'ack':
          if (line.boot !== deps.boot().id) break
          deps.acknowledged(spool.acknowledge(line.seq))
          pump()
          break
        case 'cmd':
          if (!fault('refuse')) deps.command(line)
          break
        case 'ping':
          send('pong')
          break
        case 'bye':
          link.cut()
          break
        default:
          break
      }
    },
  }
}
