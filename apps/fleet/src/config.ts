import { createHash } from 'node:crypto'
import { configExits } from '@longreach/contract/link/commands'
import { callApi, makeCalls } from './api.ts'
import type { Fault, FaultKind } from './faults.ts'
import type { Source } from './fetch.ts'
import { sendFile } from './send.ts'
import type { DeviceSpec } from './spec.ts'
import type { DeviceState } from './state.ts'
import { applyBatch, BatchRefused, type Configuration, configurationOf, exportText } from './uci.ts'

/** Number of the boot in which a change is taken back before anything else. */
const lastBoot = 3

export interface Config {
  /** The settings, file by file. */
  files(): Record<string, string>
  read(id: string, arg: string): Promise<void>
  apply(id: string, arg: string): void
  call(id: string, arg: string): void
  confirm(id: string, arg: string): void
  undo(id: string, arg: string): void
  /** Repeats the answer to the last `config-apply`; false if the id differs. */
  again(id: string): boolean
  /** Whether a change waits for its confirmation. */
  isOpen(): boolean
  /** Whether the new settings leave the device without a way to the server. */
  isLost(): boolean
  /** Checksum of the settings; undefined while they may be taken back. */
  sum(): string | undefined
  /** The device said hello on a new link. */
  linked(): void
  /** Called once a second of the device's own clock. */
  tick(): void
}

/** Applies configurations, and takes back those that are not confirmed in time, by the same rules as the agent. */
export function createConfig(deps: {
  spec: DeviceSpec
  state: DeviceState
  save: () => void
  now: () => number
  fault: (kind: FaultKind) => Fault | undefined
  /** The fetched content, if it has that checksum. */
  staged: (sum: string) => string | undefined
  isBusy: () => boolean
  sourceOf: (ticket: string) => Pick<Source, 'server' | 'login' | 'ticket'>
  begin: (id: string) => AbortSignal
  finish: (id: string, state: 'done' | 'failed', exit: number, text: string) => void
  already: (id: string, exit: number, text: string) => void
  relink: () => void
}): Config {
  const { state, save, now, fault, finish } = deps
  /** Whether no link was made with the new settings yet. */
  let unproven = false
  /** Ends the link on the next tick, after the answer was sent. */
  let relinks = false

  /** Time at which the settings are changed by hand. */
  let driftsAt: number | undefined
  let summed: { of: Configuration | undefined; sum: string } | undefined

  const current = (): Configuration => state.config ?? configurationOf(deps.spec)
  const isOpen = () => state.apply?.state === 'applied'
  const ofCalls = () => (state.apply?.calls ? ` [${state.apply.calls.join(' ')}]` : '')
  const ended = () =>
    (state.apply?.state === 'undone' ? `undone: ${state.apply.why}` : (state.apply?.state ?? '')) + ofCalls()

  function takeBack(why: string): void {
    if (!state.apply?.before) return
    const { before, ...rest } = state.apply
    state.config = before
    state.apply = { ...rest, state: 'undone', why }
    relinks = true
    save()
  }

  /** Whether the command contains the id of the last change; refuses the command otherwise. */
  function named(id: string, arg: string): boolean {
    if (!/^[\w-]{1,40}$/.test(arg)) finish(id, 'failed', configExits.argument, 'expected the id of a configuration')
    else if (state.apply?.id !== arg) finish(id, 'failed', configExits.missing, 'no such configuration was applied')
    else return true
    return false
  }

  function say(id: string, expected: 'confirmed' | 'undone'): void {
    const is = state.apply?.state === expected
    finish(id, is ? 'done' : 'failed', is ? 0 : configExits.settled, ended())
  }

  function drift(): void {
    driftsAt = undefined
    const { system = [], ...others } = current()
    const changed = system.map((section) =>
      section.name === 'system' ? { ...section, options: { ...section.options, timezone: 'EET-2EEST' } } : section,
    )
    Object.assign(state, { config: { ...others, system: changed }, drifted: true })
    save()
  }

  function half(text: string): string {
    const [first = '', ...batch] = text.replace(/\n$/, '').split('\n')
    return [first, ...batch.slice(0, Math.ceil(batch.length / 2))].join('\n')
  }

  return {
    files: () =>
      Object.fromEntries(
        Object.keys(current()).map((one) => [
          `etc/config/${one}`,
          exportText(current(), [one]).replace(`package ${one}\n\n`, ''),
        ]),
      ),
    isOpen,
    isLost: () => isOpen() && fault('cuts-itself') !== undefined,
    sum() {
      if (isOpen()) return undefined
      if (!summed || summed.of !== state.config) {
        const sum = createHash('sha256').update(exportText(current())).digest('hex')
        summed = { of: state.config, sum }
      }
      return summed.sum
    },
    linked() {
      unproven = false
    },

    async read(id, arg) {
      const [, ticket, what = ''] = /^([0-9a-f]{32}) ([\w-]+(?: [\w-]+)*)$/.exec(arg) ?? []
      if (ticket === undefined)
        return finish(id, 'failed', configExits.argument, "expected a ticket, and 'all' or packages")
      const gone = deps.begin(id)
      const file = Buffer.from(exportText(current(), what === 'all' ? undefined : what.split(' ')))
      try {
        await sendFile(deps.sourceOf(ticket), file, gone)
        finish(id, 'done', 0, `${file.length} bytes`)
        const drifts = state.drifted ? undefined : fault('drifts')
        if (drifts) driftsAt = now() + (drifts.seconds ?? 3)
      } catch (error) {
        if (!gone.aborted) finish(id, 'failed', configExits.failed, (error as Error).message)
      }
    },

    apply(id, arg) {
      const [, sum = '', time] = /^([0-9a-f]{64}) (0|[1-9]\d{0,3})$/.exec(arg) ?? []
      const refuse = (exit: number, text: string) => finish(id, 'failed', exit, text)
      const seconds = Number(time)
      if (!(seconds <= 3600)) return refuse(configExits.argument, 'expected a checksum and 0 to 3600 seconds')
      if (isOpen())
        return refuse(configExits.busy, 'another configuration is being applied or waits for its confirmation')
      if (deps.isBusy()) return refuse(configExits.busy, 'another file is being fetched or installed')
      const text = deps.staged(sum)
      if (text === undefined) return refuse(configExits.missing, 'the configuration has not been fetched')
      if (fault('refuses-line')) return refuse(configExits.refused, 'line 2: not a line that may be applied')
      const before = current()
      const calls = text.split('\n').filter((line) => line.startsWith('api '))
      const lines = text.replace(/^api .*\n/gm, '')
      try {
        const after = lines === '' ? before : applyBatch(before, lines)
        state.config = fault('half-applies') ? applyBatch(before, half(lines)) : after
      } catch (error) {
        if (!(error instanceof BatchRefused)) throw error
        return refuse(configExits.refused, error.message)
      }
      const made = makeCalls(
        current(),
        calls.map((line) => line.slice('api '.length)),
      )
      const outcomes = calls.length > 0 ? { calls: made.outcomes } : {}
      const applied = { id, boot: state.boot, boots: 1, seconds, since: now(), ...outcomes }
      state.config = made.after
      // With 0 seconds the change is permanent.
      state.apply = seconds === 0 ? { ...applied, state: 'confirmed' } : { ...applied, state: 'applied', before }
      delete state.staged
      unproven = true
      relinks = true
      save()
      if (made.why === undefined) return finish(id, 'done', 0, `applied${ofCalls()}`)
      state.apply = { ...applied, state: 'applied', before }
      takeBack(made.why)
      finish(id, 'failed', configExits.failed, ended())
    },

    call(id, arg) {
      const answer = callApi(current(), arg)
      if (!answer) return finish(id, 'failed', 2, 'expected a method, a path of the API, and JSON or -')
      if (answer.after !== current()) Object.assign(state, { config: answer.after })
      save()
      finish(id, 'done', 0, `${answer.code}\n${JSON.stringify(answer.body)}`)
    },

    confirm(id, arg) {
      if (!named(id, arg) || (isOpen() && fault('never-confirms'))) return
      if (isOpen() && unproven)
        return finish(id, 'failed', configExits.busy, 'not over a connection made after the change')
      if (state.apply && isOpen()) {
        const { before: _, ...rest } = state.apply
        state.apply = { ...rest, state: 'confirmed' }
        save()
      }
      say(id, 'confirmed')
    },

    undo(id, arg) {
      if (!named(id, arg)) return
      if (isOpen()) takeBack('as the server asked')
      say(id, 'undone')
    },

    again(id) {
      if (state.apply?.id !== id) return false
      deps.already(id, state.apply.state === 'undone' ? configExits.failed : 0, ended())
      return true
    },

    tick() {
      if (driftsAt !== undefined && now() >= driftsAt) drift()
      if (state.apply && isOpen()) {
        if (state.apply.boot !== state.boot) {
          Object.assign(state.apply, { boot: state.boot, boots: state.apply.boots + 1, since: now() })
          save()
        }
        const { boots, seconds, since } = state.apply
        if (boots >= lastBoot) takeBack(`the device has started ${boots} times without a confirmation`)
        else if (now() >= since + seconds) takeBack(`not confirmed within ${seconds} s`)
      }
      if (!relinks) return
      relinks = false
      deps.relink()
    },
  }
}
