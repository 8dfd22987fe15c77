import { isActive } from '@longreach/contract/actions/constants'
import { unescapeOutput } from '@longreach/contract/link/output'
import type { Bus } from '../../bus/bus.ts'
import { messagesMissed } from '../../bus/topic.ts'
import type { Db } from '../../db/client.ts'
import { type Command, type CommandResult, DeviceOffline, type Presence } from '../../drivers/driver.ts'
import type { Emit } from '../../events/emit.ts'
import { requireCurrent } from '../devices/current-links.ts'
import { actionsQueued } from '../devices/topics.ts'
import { disconnected, helloAgain, settleRestarted, takeAnswer } from './after-hello.ts'
import { endForbidden, endOutdated, expireQueued } from './end-queued.ts'
import { createAnswers, keepable } from './join-answers.ts'
import { type ActionContext, type ActionKinds, type CommandSource, kindOf } from './kinds.ts'
import { mayRepeat, stepOf } from './next-state.ts'
import { allowReturn, awaitReturn, endOverdue } from './overdue.ts'
import type { Pace } from './pace.ts'
import { askAgain, askUrgent, claim, countUnanswered, endPrevented, giveBack } from './queue.ts'
import type { Devices } from './queue-conditions.ts'
import { type Moved, publishSteps } from './steps.ts'

/** Most targets per node that were sent and not answered. */
const inFlight = 500
/** Milliseconds for which hints are collected, and between polls without hints. */
const gatherMs = 50
const lookMs = 5000

export interface EngineDeps {
  db: Db
  bus: Bus
  /** Name of this node in device_session. */
  node: string
  /** Rejects if the line was not written. */
  send: (deviceId: number, command: Command) => Promise<void>
  kinds: ActionKinds
  commands: CommandSource
  emit: Emit
  /** Limits the starts of paced kinds. */
  pace: Pace
  /** Called if a command could not be sent although the device has a link. */
  unsent: () => void
  log: { warn(fields: object, message: string): void }
}

interface Hello {
  boot: string
  agent: string
  firmware: string
  trial: boolean
  /** Outcome of the last configuration that the device applied, as it reports it. */
  apply?: string | undefined
}

/** Receives reports of this node's devices that concern actions. */
export interface ActionListener {
  hello(device: Hello & { deviceId: number }): void
  /** The parts of an answer must come in order. Rejects with LinkSuperseded if the link may not write any more. */
  result(link: Presence, result: CommandResult): Promise<void>
  gone(deviceId: number): void
}

export interface ActionEngine extends ActionListener {
  start(): Promise<void>
  /** Sends urgent steps, and resolves when nothing is in progress any more. */
  stop(): Promise<void>
}

/** Sends queued actions to the devices linked to this node. All its state is in the database. */
export function createActionEngine({
  db,
  bus,
  node,
  send,
  kinds,
  commands,
  emit,
  pace,
  unsent,
  log,
}: EngineDeps): ActionEngine {
  const context: ActionContext = { db, kinds, emit }
  const answers = createAnswers()
  /** Boot id that each device reported on its link to this node: decisions about another boot are not sent. */
  const boots = new Map<number, string>()
  /** Hellos of the open links, and those that could not be handled: devices do not repeat a hello. */
  const hellos = new Map<number, Hello>()
  const unheard = new Map<number, Hello>()
  const hinted = new Set<number>()
  const running = new Set<Promise<void>>()
  const ends: (() => void)[] = []
  let everything = false
  /** The maximum is in flight: after each end another target can be sent. */
  let full = false
  /** The next target of a paced kind may start, on any device. */
  let next = false
  let nextSoon: NodeJS.Timeout | undefined
  let looking = false
  let stopped = true
  let soon: NodeJS.Timeout | undefined

  function wake(deviceIds?: readonly number[]) {
    if (deviceIds) for (const id of deviceIds) hinted.add(id)
    else everything = true
    if (!stopped) soon ??= setTimeout(look, gatherMs)
  }

  function track(what: string, work: Promise<void>): Promise<void> {
    const guarded = work
      .catch((error: unknown) => log.warn({ err: error }, `actions: ${what} failed, retrying`))
      .finally(() => running.delete(guarded))
    running.add(guarded)
    return guarded
  }

  function publish(moved: readonly Moved[]) {
    publishSteps(bus, moved)
    // The next step is due now.
    const advanced = moved.filter(({ state, step }) => state === 'running' && step > 1)
    if (advanced.length > 0) wake(advanced.map((row) => row.device_id))
    const free = moved.filter(({ state }) => !isActive(state))
    if (free.length === 0) return
    wake(full ? undefined : free.map((row) => row.device_id))
    full = false
  }

  function look() {
    soon = undefined
    if (looking || stopped) return
    looking = true
    void track('sending', lookOnce()).then(() => {
      looking = false
      if (everything || next || hinted.size > 0) wake([])
    })
  }

  async function lookOnce(): Promise<void> {
    const devices = everything ? null : [...hinted]
    const pacedOf = next ? null : devices
    everything = false
    next = false
    hinted.clear()
    if (pacedOf?.length === 0) return
    if (devices?.length !== 0) await settle(devices)
    const free = inFlight - (await countUnanswered(db, node))
    const sent = await sendQueued(devices, free, false)
    const limit = free - sent
    const allowed = Math.min(limit, pace.allowed())
    const started = await sendQueued(pacedOf, allowed, true)
    pace.spend(started)
    if (started === allowed && allowed < limit) nextSoon ??= setTimeout(startNext, pace.wait())
    full = started === limit
  }

  /** Ends targets that must not be sent any more, and sends unanswered ones again. */
  async function settle(devices: Devices): Promise<void> {
    if (!devices) {
      for (const [deviceId, hello] of unheard) hear(deviceId, hello)
      publish(await settleRestarted(context, node))
      publish(await awaitReturn(context))
      publish(await endOverdue(context))
      publish(await expireQueued(context))
    }
    publish(await endForbidden(context, node, devices))
    publish(await endOutdated(context, node, devices))
    for (const row of await askAgain(context, node, devices)) await sendOne(row)
  }

  /** Sends at most `limit` targets, either of paced kinds or of the others; returns how many. */
  async function sendQueued(devices: Devices, limit: number, paced: boolean): Promise<number> {
    let sent = 0
    while (sent < limit && !stopped) {
      const claimed = await claim(context, node, devices, { limit: limit - sent, paced })
      publish(claimed)
      const left: number[] = []
      for (const row of claimed) if (!(await endedBefore(row)) && !(await sendOne(row))) left.push(row.id)
      if (left.length > 0) publishSteps(bus, await giveBack(context, left))
      sent += claimed.length - left.length
      if (claimed.length === 0 || left.length > 0) break
    }
    return sent
  }

  function startNext() {
    nextSoon = undefined
    next = true
    wake([])
  }

  /** Ends a claimed target if its handler prevents it; true if so. */
  async function endedBefore(row: Moved): Promise<boolean> {
    const message = await kinds.get(row.kind)?.prevents?.(db, row)
    if (message !== undefined) publish(await endPrevented(context, row.id, message))
    return message !== undefined
  }

  /** False if the line was not written because there was no link. */
  async function sendOne(
    row: Pick<Moved, 'id' | 'device_id' | 'kind' | 'step' | 'command_id' | 'boot' | 'arg' | 'seconds'>,
  ) {
    const handler = kinds.get(row.kind)
    if (!handler) return true
    const kind = kindOf(handler, row.arg)
    // The device has restarted since: its hello decides what follows.
    if (boots.get(row.device_id) !== row.boot && !mayRepeat(kind, row.step)) return true
    try {
      const { verb, startWithin, seconds = row.seconds || startWithin } = stepOf(kind, row.step)
      const command = (await handler.command?.(row, row.step, commands)) ?? { verb, arg: row.arg ?? '' }
      await send(row.device_id, { id: row.command_id ?? '', seconds, ...command })
      return true
    } catch (error) {
      // A link that has just ended is not an error: the target waits for the next link.
      if (!(error instanceof DeviceOffline)) {
        unsent()
        log.warn(
          { err: error, deviceId: row.device_id, targetId: row.id, kind: row.kind },
          'A command could not be sent',
        )
      }
      return false
    }
  }

  /** Must run before the links close: devices would take back applied changes while the server is down. */
  async function sendUrgent(): Promise<void> {
    for (const row of await askUrgent(context, node)) await sendOne(row)
  }

  /** A failure is retried with the next poll of all devices, as long as the link is open. */
  function hear(deviceId: number, hello: Hello): void {
    unheard.delete(deviceId)
    const work = async () => {
      try {
        publish(await helloAgain(context, deviceId, hello, node))
      } catch (error) {
        if (hellos.get(deviceId) === hello) unheard.set(deviceId, hello)
        throw error
      }
      wake([deviceId])
    }
    void track('a hello', work())
  }

  return {
    async start() {
      await allowReturn(db, node)
      stopped = false
      const timer = setInterval(() => wake(), lookMs)
      ends.push(
        () => clearInterval(timer),
        bus.subscribe(actionsQueued, ({ deviceIds }) => wake(deviceIds)),
        bus.subscribe(messagesMissed, () => wake()),
      )
      wake()
    },
    async stop() {
      const sends = !stopped
      stopped = true
      clearTimeout(soon)
      clearTimeout(nextSoon)
      for (const end of ends.splice(0)) end()
      await Promise.all(running)
      if (sends) await track('sending what is urgent', sendUrgent())
    },
    hello({ deviceId, ...hello }) {
      boots.set(deviceId, hello.boot)
      hellos.set(deviceId, hello)
      answers.forget(deviceId)
      hear(deviceId, hello)
    },
    async result(link, result) {
      const { deviceId } = link
      const text = answers.take(deviceId, result)
      if (text === undefined) return
      await requireCurrent(db, link)
      const { id, state, exit } = result
      publish(await takeAnswer(context, deviceId, id, { state, exit, text: keepable(unescapeOutput(text)) }))
    },
    gone(deviceId) {
      answers.forget(deviceId)
      hellos.delete(deviceId)
      unheard.delete(deviceId)
      // Links closed by the stop of the server show nothing about their devices.
      if (stopped) return
      void track('a farewell', disconnected(context, deviceId).then(publish))
    },
  }
}
