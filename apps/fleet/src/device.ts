import { linkCodes } from '@longreach/contract/link/codes'
import { linkTimes } from '@longreach/contract/link/limits'
import { formatUpLine } from '@longreach/contract/link/lines'
import { batchCapability } from '@longreach/contract/link/report'
import { createCommands } from './commands.ts'
import { createConfigSum } from './config-sum.ts'
import { type Credential, enrol, Refused } from './enrol.ts'
import { type Fault, faultAt } from './faults.ts'
import { helloOf } from './hello.ts'
import { createMachine, passwordOf } from './inside/machine.ts'
import { type Link, openLink, type Server } from './link.ts'
import { pastDays } from './past.ts'
import { between, chance, hash } from './prng.ts'
import { createReporter, type Intervals } from './reporter.ts'
import { createSession, type Session } from './session.ts'
import type { DeviceSpec } from './spec.ts'
import { type DeviceState, newState, type StateStore } from './state.ts'
import type { Stats } from './stats.ts'
import { createTemplates } from './templates.ts'
import { daySeconds } from './world/clock.ts'
import { darkness } from './world/power.ts'

/** Seconds. */
export interface RetryTimes {
  spread: number
  max: number
  stable: number
}

export const defaultRetry: RetryTimes = { spread: 5, max: linkTimes.retryMax, stable: linkTimes.stableAfter }

export interface DeviceDeps {
  spec: DeviceSpec
  server: Server
  credential: Credential | undefined
  store: StateStore
  stats: Stats
  faults: readonly Fault[]
  retry: RetryTimes
  /** Whether past reports are sent on the first connection. */
  history: boolean
  /** Days of past reports; a month by default. */
  pastDays?: number | undefined
  /** Seconds between reports, instead of the server's interval. */
  interval?: number
  /** Whether the device loses its power occasionally, after its first hour. */
  powerCuts: boolean
  log: (line: string) => void
  /** Milliseconds. */
  now: () => number
}

export interface Device {
  spec: DeviceSpec
  state(): Readonly<DeviceState>
  online(): boolean
  /** Number of reports that are not acknowledged yet. */
  waiting(): number
  /** Called once a second. */
  tick(): void
  /** Breaks the link without a loss of power. */
  cut(): void
  stop(): void
}

const welcomeWithin = 30
/** Seconds after the first start without power cuts, so that a new demo has all its devices online. */
const firstHour = 3600
/** Minimum and maximum seconds for which a device is offline while it reboots, and while it installs firmware. */
const bootTime: [number, number] = [3, 7]
const installTime: [number, number] = [4, 8]
/** Minimum seconds between saves; reports acknowledged since the last one are sent again if the fleet is killed. */
const saveEvery = 0.25

/** One simulated device: its power, its state on disk and its link. Nothing happens before the first tick. */
export function createDevice(deps: DeviceDeps): Device {
  const { store, stats, retry, faults } = deps
  const { serial } = deps.spec.identity
  const now = () => deps.now() / 1000
  const startedAt = now()
  const elapsed = () => now() - startedAt
  const state = store.load(serial) ?? firstState()
  // A copy, since installing firmware changes it.
  const { identity } = deps.spec
  const spec = { ...deps.spec, identity: { ...identity, firmware: state.firmware ?? identity.firmware } }
  const reporter = createReporter({ ...deps, spec, state, save, elapsed, now })
  const { spool } = reporter
  let open: { link: Link; session: Session; since: number } | undefined
  let connecting = false
  let powered = state.installing === undefined
  let stopped = false
  let attempts = 0
  let nextTry = startedAt + retry.spread * chance(spec.seed, 181)
  let welcomedAt = 0
  let savedAt = startedAt
  let savedUntil = state.sentUntil
  let intervals: Intervals = {}
  /** Unix seconds until which the device boots and is offline. */
  let bootsUntil = powered ? 0 : startedAt + installTime[0]
  const { machine, keys } = createMachine({
    spec,
    state,
    save,
    now,
    values: reporter.values,
    enrolledPassword: deps.credential && 'password' in deps.credential ? deps.credential.password : passwordOf(spec),
    reboot() {
      bootsUntil = now() + between(...bootTime, spec.seed, 186, state.bootAt)
    },
  })
  const commands = createCommands({
    machine,
    server: deps.server,
    state,
    save,
    keys,
    fault: (kind) => faultAt(faults, kind, elapsed()),
    install() {
      bootsUntil = now() + between(...installTime, spec.seed, 188, state.bootAt)
    },
    answer: (result) => open?.session.answer(result),
    measure: (lines) => templates.measure(lines),
    refresh() {
      measure(true)
      templates.tick(true)
      open?.session.flush()
    },
    relink() {
      // Like the agent, since the device itself has ended the link.
      attempts = 0
      nextTry = now()
      open?.link.cut()
    },
  })
  const configSum = createConfigSum({
    set: reporter.groups.length + 1,
    sum: () => (faultAt(faults, 'lies-of-sum', elapsed()) ? 'x'.repeat(5000) : commands.configSum()),
    report: reporter.add,
  })
  const groups = [...reporter.groups, configSum.group]
  const templates = createTemplates({
    seed: deps.spec.seed,
    server: deps.server,
    login: () => ({ user: String(state.deviceId), privateKey: state.privateKey }),
    groups,
    report: reporter.add,
    now,
  })
  /** Longest normal silence of the server in seconds. */
  let silence: number = linkTimes.keepaliveDefault

  function firstState(): DeviceState {
    const firstAt = Math.floor(now())
    const spread = hash(deps.spec.seed, 182)
    const up = deps.history ? (pastDays + 10) * daySeconds + (spread % (9 * daySeconds)) : 600 + (spread % 9000)
    return newState(firstAt, firstAt - up, deps.history ? 0 : firstAt)
  }

  function save(): void {
    store.save(serial, state)
    savedAt = now()
    savedUntil = state.sentUntil
  }

  function saveProgress(): void {
    if (state.sentUntil !== savedUntil && now() - savedAt >= saveEvery) save()
  }

  function measure(all = false): void {
    if (spec.life === 'retired' || welcomedAt === 0) return
    reporter.measure(intervals, all)
    if (!open?.session.welcome()) return
    const dropped = spool.takeDropped()
    if (dropped === 0) return
    const text = `${dropped} reports were dropped, the spool was full`
    open.link.send(formatUpLine({ verb: 'event', event: { type: 'spool_dropped', age_s: 0, text } }))
  }

  function waitLonger(atLeast = 0): void {
    const range = attempts === 0 ? retry.spread : Math.min(retry.max, retry.spread * 2 ** attempts)
    attempts++
    nextTry = now() + atLeast + between(0, Math.max(range, 0.05), spec.seed, 184, attempts, Math.floor(now()))
  }

  function turnedDown({ code, retry: seconds }: { code: number; retry: number }): void {
    stats.refused()
    const strange = code === linkCodes.unknownDevice && state.deviceId !== null && deps.credential !== undefined
    waitLonger(strange ? 0 : seconds)
    if (!strange) return
    // A server that does not know the device was set up again, so the device starts over.
    state.deviceId = null
    reporter.resendAll()
    configSum.restarted()
  }

  const hello = () => ({
    ...helloOf(spec, state, now(), faultAt(faults, 'twin', elapsed()) !== undefined),
    ...(templates.has() !== undefined && { templates: templates.has() }),
  })

  async function connect(): Promise<void> {
    if (state.deviceId === null) {
      if (!deps.credential) throw new Error('no enrolment key')
      state.deviceId = await enrol(deps.server, state.privateKey, hello(), deps.credential)
      save()
    }
    const link = await openLink(
      deps.server,
      { user: String(state.deviceId), privateKey: state.privateKey },
      welcomeWithin * 1000,
      {
        line: (text) => open?.session.line(text),
        closed: (reason) => closed(link, reason),
      },
    )
    if (stopped || !powered) return link.cut()
    const said = hello()
    const batches = said.caps?.includes(batchCapability) ?? false
    const session = createSession({
      link,
      spool,
      groups,
      faults,
      elapsed,
      now,
      boot: () => ({ id: state.boot, at: state.bootAt }),
      sendPast: reporter.sendPast,
      acknowledged,
      batches,
      welcomed,
      onSettings(settings) {
        onSettings(settings)
        // Older agents do not support checksums either.
        configSum.adopt(batches ? settings : {})
        templates.adopt(batches ? settings : {})
      },
      refused(line) {
        turnedDown(line)
        link.cut()
      },
      command: commands.obey,
    })
    spool.rewind()
    open = { link, session, since: now() }
    link.send(formatUpLine({ verb: 'hello', hello: said }))
    commands.linked()
  }

  function welcomed(): void {
    stats.connected()
    stats.online(1)
    welcomedAt = now()
    measure()
  }

  function onSettings(settings: Readonly<Record<string, string | number>>): void {
    silence = Math.max(Number(settings.keepalive) || linkTimes.keepaliveDefault, Number(settings.batch) || 0)
    intervals = Object.fromEntries(
      reporter.groups.map(({ name }) => [name, deps.interval ?? (Number(settings[name]) || 0)]),
    )
  }

  function acknowledged(reports: ReturnType<typeof spool.acknowledge>): void {
    for (const { values, sentAt } of reports) stats.acknowledged(values.length, performance.now() - sentAt)
    reporter.acknowledged(reports)
    configSum.acknowledged(reports)
    saveProgress()
  }

  function closed(link: Link, reason: string): void {
    if (open?.link !== link) return
    if (open.session.welcome()) {
      stats.online(-1)
      if (now() - welcomedAt >= retry.stable) attempts = 0
    }
    open = undefined
    if (stopped || !powered) return
    if (nextTry <= now()) waitLonger()
    deps.log(`${serial} ${spec.name}: ${reason}`)
  }

  function tryToConnect(): void {
    connecting = true
    connect()
      .catch((error: Error) => {
        if (error instanceof Refused) turnedDown(error)
        else waitLonger()
        deps.log(`${serial} ${spec.name}: ${error.message}`)
      })
      .finally(() => {
        connecting = false
      })
  }

  function watch({ link, session, since }: NonNullable<typeof open>): void {
    if (!session.welcome()) {
      if (now() - since > welcomeWithin) link.cut()
      return
    }
    const gone = faultAt(faults, 'vanish', elapsed()) !== undefined
    if (!gone && now() - session.heardAt() > 2 * silence) link.cut()
    if (spec.life !== 'retired' || !reporter.allSent()) return
    state.left = true
    powered = false
    save()
    link.cut()
  }

  function hasPower(): boolean {
    if (spec.life === 'never' || state.left) return false
    const lost = state.installing !== undefined && faultAt(faults, 'never-returns', elapsed()) !== undefined
    // A restart that fell between two ticks of a busy machine counts too.
    const boots = lost || now() < bootsUntil || (powered && bootsUntil > 0)
    const safe = !deps.powerCuts || spec.life === 'retired' || now() < state.firstAt + firstHour
    const dark = boots || (!safe && darkness(spec, now()))
    if (dark && powered) {
      powered = false
      commands.stop()
      open?.link.cut()
    } else if (!dark && !powered) {
      powered = true
      if (state.installing !== undefined) {
        state.firmware = state.installing
        spec.identity.firmware = state.installing
        delete state.installing
      }
      configSum.restarted()
      templates.restarted()
      reporter.reboot(Math.floor(now()) - (bootsUntil > 0 ? bootTime[0] : 40))
      bootsUntil = 0
      save()
      nextTry = now() + retry.spread * chance(spec.seed, 185, state.bootAt)
    }
    return powered
  }

  return {
    spec,
    state: () => state,
    online: () => open?.session.welcome() ?? false,
    waiting: () => spool.waiting(),
    tick() {
      if (stopped || !hasPower()) return
      commands.tick()
      measure()
      if (welcomedAt > 0 && spec.life !== 'retired') {
        configSum.tick()
        templates.tick()
      }
      if (open) {
        watch(open)
        open?.session.tick()
      } else if (!connecting && now() >= nextTry && !commands.isLost()) tryToConnect()
      saveProgress()
    },
    cut: () => open?.link.cut(),
    stop() {
      stopped = true
      templates.restarted()
      commands.stop()
      open?.link.cut()
      if (state.deviceId !== null) save()
    },
  }
}
