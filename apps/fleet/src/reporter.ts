import type { ReportValue } from '@longreach/contract/link/report'
import { type Fault, faultAt } from './faults.ts'
import { leftAt, past } from './past.ts'
import { hash } from './prng.ts'
import type { DeviceSpec } from './spec.ts'
import { createSpool, type Spool, type Spooled } from './spool.ts'
import { type DeviceState, newBoot } from './state.ts'
import { type Boot, type Group, groupsOf, type Values } from './world/groups.ts'
import { createMeters } from './world/traffic.ts'

export type Intervals = Partial<Record<Group['name'], number>>

export interface Reporter {
  groups: readonly Group[]
  spool: Spool
  /** Measures every group that is due, or all of them. */
  measure(intervals: Intervals, all?: boolean): void
  /** Adds one report from before the first start of the device; false if there are no more. */
  sendPast(): boolean
  /** Whether the whole past has been acknowledged. */
  allSent(): boolean
  /** Adds a report with values outside the device's groups. */
  add(set: number, values: ReportValue[]): void
  acknowledged(reports: readonly Spooled[]): void
  /** The server does not know the device: its history has to be sent from the start. */
  resendAll(): void
  reboot(at: number): void
  values(): Values
}

export interface ReporterDeps {
  spec: DeviceSpec
  state: DeviceState
  /** Writes the state to disk before the next report uses it. */
  save: () => void
  history: boolean
  /** Days of past reports; a month by default. */
  pastDays?: number | undefined
  faults: readonly Fault[]
  /** Seconds since the fleet started. */
  elapsed: () => number
  /** Unix seconds. */
  now: () => number
}

const spoolSize = 2000
const seqReserve = 10_000

/** The measurements of a device, numbered in the order of sending. */
export function createReporter(deps: ReporterDeps): Reporter {
  const { spec, state, save, history, faults, elapsed, now } = deps
  const groups = groupsOf(spec)
  const spool = createSpool(spoolSize)
  const due = new Map<Group['name'], number>()
  const pastEnd = spec.life === 'retired' ? leftAt(spec, state.firstAt) : state.firstAt
  let boot: Boot = { at: state.bootAt, meters: createMeters(spec, state.bootAt) }
  let seq = state.reserved
  let pastReports: Iterator<{ at: number; group: Group }> | undefined
  let allSpooled = state.sentUntil >= pastEnd

  function takeSeq(): number {
    if (seq >= state.reserved) {
      // Stored before it is used, so that no number is used twice after a kill.
      state.reserved = seq + seqReserve
      save()
    }
    return seq++
  }

  const spooled = (at: number, set: number, values: ReportValue[], past: boolean) =>
    spool.add({ seq: takeSeq(), at, set, values, past, sentAt: 0 })

  /** Outputs keep the state to which they were last switched. */
  const sampleOf = (at: number, group: Group) =>
    group.sample(at, boot).map((value, index) => state.outputs?.[group.parameters[index] ?? ''] ?? value)

  const add = (at: number, group: Group, past: boolean) =>
    spooled(at, group.set, past ? group.sample(at, boot) : sampleOf(at, group), past)

  function noteEnd(): void {
    if (allSpooled && spool.waiting() === 0) state.sentUntil = Math.max(state.sentUntil, pastEnd)
  }

  /** Each device has its own second within the interval. */
  function nextDue({ set }: Group, interval: number): number {
    const phase = hash(spec.seed, 183, set) % interval
    return Math.floor((now() - phase) / interval + 1) * interval + phase
  }

  return {
    groups,
    spool,
    measure(intervals, all = false) {
      const flood = faultAt(faults, 'flood', elapsed())
      for (const group of groups) {
        const interval = intervals[group.name] ?? 0
        if (interval <= 0) continue
        const at = due.get(group.name)
        if (!all && !flood && at !== undefined && now() < at) continue
        due.set(group.name, nextDue(group, interval))
        const count = flood ? Math.max(1, Math.round(100 / interval)) : 1
        for (let round = 0; round < count; round++) add(now(), group, false)
      }
    },
    sendPast() {
      if (allSpooled) return false
      pastReports ??= past(spec, groups, { days: deps.pastDays, after: state.sentUntil, until: pastEnd })
      const next = pastReports.next()
      if (!next.done) add(next.value.at, next.value.group, true)
      else {
        allSpooled = true
        noteEnd()
      }
      return !next.done
    },
    allSent: () => state.sentUntil >= pastEnd,
    add: (set, values) => spooled(now(), set, values, false),
    acknowledged(reports) {
      for (const { past, at } of reports) if (past) state.sentUntil = Math.max(state.sentUntil, at)
      noteEnd()
    },
    resendAll() {
      state.sentUntil = history ? 0 : pastEnd
      pastReports = undefined
      allSpooled = state.sentUntil >= pastEnd
      spool.clear()
    },
    values() {
      const values: Values = {}
      for (const group of groups) {
        const samples = sampleOf(now(), group)
        for (const [index, parameter] of group.parameters.entries()) values[parameter] = samples[index] ?? null
      }
      return values
    },
    reboot(at) {
      Object.assign(state, { boot: newBoot(), bootAt: at, reserved: 1 })
      seq = 1
      boot = { at, meters: createMeters(spec, at) }
      spool.clear()
      due.clear()
    },
  }
}
