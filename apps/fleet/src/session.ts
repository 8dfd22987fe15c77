import { linkLimits, linkTimes } from '@longreach/contract/link/limits'
import { type DownLine, formatUpLine, parseDownLine, type ResultState } from '@longreach/contract/link/lines'
import { escapeOutput, outputParts } from '@longreach/contract/link/output'
import type { BatchRow } from '@longreach/contract/link/report'
import { createBatch } from './batch.ts'
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
  /** Sends more past reports while the link has capacity. */
  sendPast: () => boolean
  acknowledged: (reports: Spooled[]) => void
  /** Whether the agent batches reports when the server requests it. */
  batches: boolean
  welcomed: () => void
  /** Settings from the welcome and from every later change. */
  onSettings: (settings: Readonly<Record<string, string | number>>) => void
  refused: (line: Extract<DownLine, { verb: 'refused' }>) => void
  command: (line: CommandLine) => void
}

export interface Session {
  line(text: string): void
  answer(result: Result): void
  /** Sends as much as the link has capacity for. */
  pump(): void
  /** Sends measured reports before the batch is complete. */
  flush(): void
  /** Called once a second. */
  tick(): void
  welcome(): boolean
  /** Unix seconds of the server's last message. */
  heardAt(): number
}

/** Seconds by which a keep-alive precedes the server's timeout. */
const early = 5

/** The protocol of one open link, from `hello` on. */
export function createSession(deps: SessionDeps): Session {
  const { link, spool, groups } = deps
  const known = new Set<number>()
  const batch = createBatch({ spool, now: deps.now })
  /** Last sequence number of each unacknowledged line. */
  let underWay: number[] = []
  let keepalive: number = linkTimes.keepaliveDefault
  let said = deps.now()
  let open = false
  let heard = deps.now()
  let longSent = false
  const fault = (kind: Fault['kind']) => faultAt(deps.faults, kind, deps.elapsed())

  function send(line: string): void {
    if (fault('vanish')) return
    said = deps.now()
    const lag = fault('lag')
    if (lag) setTimeout(() => link.send(line), (lag.seconds ?? 5) * 1000)
    else link.send(line)
  }

  function nameSet(set: number): void {
    const group = groups.find((one) => one.set === set)
    if (!group || known.has(set)) return
    known.add(set)
    send(formatUpLine({ verb: 'set', set, names: [...group.parameters] }))
  }

  function rowOf(report: Spooled): BatchRow {
    const honest = Math.max(0, Math.floor(deps.now() - report.at))
    const age = fault('age') ? Math.floor(deps.now() - deps.boot().at) + 864_000 : honest
    report.sentAt = performance.now()
    return { age, set: report.set, values: fault('lie') ? lies(report.values) : [...report.values] }
  }

  /** One line with as many of the reports as fit. */
  function sendLine(reports: readonly Spooled[]): void {
    const [{ seq } = { seq: 0 }] = reports
    const { id } = deps.boot()
    const rows = reports.map(rowOf)
    const write = () => {
      const [row] = rows
      if (row && batch.most() === 1) return formatUpLine({ verb: 'report', boot: id, seq, ...row })
      return formatUpLine({ verb: 'batch', boot: id, seq, rows })
    }
    let line = write()
    while (line.length > linkLimits.upLineBytes && rows.length > 1) {
      rows.length = Math.ceil(rows.length / 2)
      line = write()
    }
    for (const { set } of rows) nameSet(set)
    send(line)
    spool.sent(rows.length)
    underWay.push(seq + rows.length - 1)
  }

  function sendPast(): boolean {
    let added = 0
    while (added < batch.most() && deps.sendPast()) added++
    return added > 0
  }

  function pump(): void {
    while (open && underWay.length < linkLimits.unacknowledgedReports) {
      const reports = batch.next()
      if (reports.length > 0) sendLine(reports)
      else if (sendPast()) batch.flush()
      else return
    }
  }

  function adopt(settings: Readonly<Record<string, string | number>>): void {
    keepalive = Number(settings.keepalive) || keepalive
    batch.every(deps.batches ? Number(settings.batch) || 0 : 0)
    deps.onSettings(settings)
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
    flush() {
      batch.flush()
      pump()
    },
    welcome: () => open,
    heardAt: () => heard,
    tick() {
      if (!open || fault('vanish')) return
      misbehave()
      pump()
      if (deps.now() - said >= keepalive - early) send('pong')
    },
    line(text) {
      if (fault('vanish')) return
      heard = deps.now()
      const line = parseDownLine(text)
      switch (line?.verb) {
        case 'welcome':
          open = true
          adopt(line.settings)
          deps.welcomed()
          batch.flush()
          pump()
          break
        case 'settings':
          if (deps.batches) adopt(line.settings)
          pump()
          break
        case 'refused':
          deps.refused(line)
          break
        case 'ack':
          if (line.boot !== deps.boot().id) break
          underWay = underWay.filter((seq) => seq > line.seq)
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
