import { actionKinds, isActive } from '@longreach/contract/actions/constants'
import { unescapeOutput } from '@longreach/contract/link/output'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import type { Command, CommandResult } from '../../drivers/driver.ts'
import { createAnswers, keepable } from './answers.ts'
import { mayRepeat } from './machine.ts'
import {
  allowReturn,
  askAgain,
  claim,
  countUnanswered,
  endForbidden,
  endOverdue,
  endReplaced,
  expireQueued,
  giveBack,
  helloAgain,
  settleRestarted,
  takeAnswer,
  wentAway,
} from './queue.ts'
import { type Moved, tellMoved } from './steps.ts'

/** Sent and unanswered on one node at a time. */
const inFlight = 500
/** Milliseconds that hints are gathered for, and between looks without any. */
const gatherMs = 50
const lookMs = 5000

export interface EngineDeps {
  db: Db
  bus: Bus
  /** This node, as device_session names it. */
  node: string
  /** Rejects when the line was not written. */
  send: (deviceId: number, command: Command) => Promise<void>
  /** What devices are updated to, and what one of them is told to get it. */
  agent: { version: string; offer: (deviceId: number) => Promise<Pick<Command, 'verb' | 'arg'>> }
  log: { warn(fields: object, message: string): void }
}

/** What the devices of a node say that concerns actions. */
export interface ActionListener {
  hello(device: { deviceId: number; boot: string; agent: string; trial: boolean }): void
  result(deviceId: number, result: CommandResult): Promise<void>
  gone(deviceId: number): void
}

export interface ActionEngine extends ActionListener {
  start(): Promise<void>
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Brings what stands in the queue to the devices that are linked to this node. Everything it knows stands in the database. */
export function createActionEngine({ db, bus, node, send, agent, log }: EngineDeps): ActionEngine {
  const answers = createAnswers()
  /** Boot id of each device as its link here said it: what was decided for another boot is not sent. */
  const boots = new Map<number, string>()
  const hinted = new Set<number>()
  const running = new Set<Promise<void>>()
  const ends: (() => void)[] = []
  let everything = false
  /** As much is in flight as may be: each end makes room for anybody's. */
  let full = false
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
      .catch((error: unknown) => log.warn({ err: error }, `actions: ${what} failed; it is tried again`))
      .finally(() => running.delete(guarded))
    running.add(guarded)
    return guarded
  }

  function tell(moved: readonly Moved[]) {
    tellMoved(bus, moved)
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
      if (everything || hinted.size > 0) wake([])
    })
  }

  async function lookOnce(): Promise<void> {
    const devices = everything ? null : [...hinted]
    everything = false
    hinted.clear()
    if (devices?.length === 0) return
    if (!devices) {
      tell(await settleRestarted(db, node))
      tell(await endOverdue(db))
      tell(await expireQueued(db))
    }
    tell(await endForbidden(db, node, devices))
    tell(await endReplaced(db, node, devices, agent.version))
    for (const row of await askAgain(db, node, devices)) await sendOne(row)
    let free = inFlight - (await countUnanswered(db, node))
    while (free > 0 && !stopped) {
      const claimed = await claim(db, node, devices, free, agent.version)
      if (claimed.length === 0) return
      tell(claimed)
      const unsent: number[] = []
      for (const row of claimed) if (!(await sendOne(row))) unsent.push(row.id)
      if (unsent.length > 0) return tellMoved(bus, await giveBack(db, unsent))
      free -= claimed.length
    }
    full = free <= 0
  }

  /** False when the line was not written for want of a link. */
  async function sendOne(row: Pick<Moved, 'device_id' | 'kind' | 'command_id' | 'boot' | 'arg' | 'seconds'>) {
    // It restarted since this was decided: its hello says what follows.
    if (boots.get(row.device_id) !== row.boot && !mayRepeat(row.kind)) return true
    try {
      const { verb, begins } = actionKinds[row.kind]
      const told = row.kind === 'update_agent' ? await agent.offer(row.device_id) : { verb, arg: row.arg ?? '' }
      await send(row.device_id, { id: row.command_id ?? '', seconds: row.seconds || begins, ...told })
      return true
    } catch {
      return false
    }
  }

  return {
    async start() {
      await allowReturn(db, node)
      stopped = false
      const timer = setInterval(() => wake(), lookMs)
      ends.push(
        () => clearInterval(timer),
        bus.subscribe('actions.queued', ({ deviceIds }) => wake(deviceIds)),
        bus.subscribe('bus.missed', () => wake()),
      )
      wake()
    },
    async stop() {
      stopped = true
      clearTimeout(soon)
      for (const end of ends.splice(0)) end()
      await Promise.all(running)
    },
    hello({ deviceId, ...hello }) {
      boots.set(deviceId, hello.boot)
      answers.forget(deviceId)
      const work = async () => {
        tell(await helloAgain(db, deviceId, hello, node))
        wake([deviceId])
      }
      void track('a hello', work())
    },
    async result(deviceId, result) {
      const text = answers.take(deviceId, result)
      if (text === undefined) return
      const { id, state, exit } = result
      tell(await takeAnswer(db, deviceId, id, { state, exit, text: keepable(unescapeOutput(text)) }))
    },
    gone(deviceId) {
      answers.forget(deviceId)
      // The links that end with the server say nothing of their devices.
      if (stopped) return
      void track('a farewell', wentAway(db, deviceId).then(tell))
    },
  }
}
