import { createHash } from 'node:crypto'
import { firmwareExits, storeExits } from '@longreach/contract/link/commands'
import { linkLimits } from '@longreach/contract/link/limits'
import { createConfig } from './config.ts'
import type { Fault, FaultKind } from './faults.ts'
import { fetchFile } from './fetch.ts'
import { createFirmware } from './firmware.ts'
import { type Forward, openForward } from './forward.ts'
import { readFile, refusalOf } from './inside/files.ts'
import { hostnameOf, type Machine, type SessionKeys } from './inside/machine.ts'
import { runLine } from './inside/shell.ts'
import { createTargets } from './inside/targets.ts'
import type { Server } from './link.ts'
import { archive, sendFile } from './send.ts'
import type { CommandLine, Result } from './session.ts'
import type { DeviceState } from './state.ts'

export interface Commands {
  obey(line: CommandLine): void
  /** The device said hello on a new link. */
  linked(): void
  /** Whether the settings leave the device without a way to the server. */
  isLost(): boolean
  /** Checksum of the settings; undefined while they may be taken back. */
  configSum(): string | undefined
  /** Called once a second. */
  tick(): void
  /** Called when the device loses power: ends everything in progress. */
  stop(): void
}

const keptResults = 50
const keptReboots = 20
const mostExecs = 4
const mostOutput = linkLimits.resultBytes
/** Seconds within which an agent has to be fetched. */
const agentWithin = 900

/** Executes commands by the same rules as the agent (contract/link/commands.ts). */
export function createCommands(deps: {
  machine: Machine
  server: Server
  state: DeviceState
  save: () => void
  answer: (result: Result) => void
  /** Measures all groups now. */
  refresh: () => void
  /** Measures the lines of a template once. */
  measure: (lines: string) => string
  /** Ends the link, so that the next hello reports changes. */
  relink: () => void
  keys: SessionKeys
  fault: (kind: FaultKind) => Fault | undefined
  /** Cuts the power, and starts with the version in the state. */
  install: () => void
}): Commands {
  const { machine, state, keys } = deps
  const results = new Map<string, Omit<Result, 'id'> | undefined>()
  const target = createTargets(machine)
  const tunnels = new Set<Forward>()
  let running = new AbortController()
  let execs = 0

  function finish(id: string, stateOf: 'done' | 'failed', exit: number, text: string): void {
    const result = { state: stateOf, exit, text }
    results.set(id, result)
    if (results.size > keptResults) results.delete(results.keys().next().value as string)
    deps.answer({ id, ...result })
  }

  /** Repeats the answer to a known id; false if the id is new. */
  function again(id: string): boolean {
    if (config.again(id)) return true
    const kept = results.get(id)
    const boot = state.started?.[id]
    if (state.update?.id === id && !results.has(id)) {
      const { failed } = state.update
      deps.answer({ id, state: 'already', exit: failed === undefined ? 0 : 1, text: failed ?? state.agent ?? '' })
      return true
    }
    if (!kept && !results.has(id) && boot === undefined) return false
    const text = kept?.text ?? (boot !== undefined && boot !== state.boot ? 'rebooted' : 'begun, not finished')
    deps.answer({ id, state: 'already', exit: kept?.exit ?? 0, text })
    return true
  }

  /** Stores the id of a command that a restart ends, so that it is not executed again. */
  function noteStart(id: string): void {
    const started = Object.entries({ ...state.started, [id]: state.boot })
    state.started = Object.fromEntries(started.slice(-keptReboots))
    deps.save()
  }

  function reboot(id: string): void {
    noteStart(id)
    machine.reboot()
  }

  async function exec(id: string, seconds: number, line: string): Promise<void> {
    if (execs >= mostExecs) return finish(id, 'failed', 75, `${mostExecs} commands are already running`)
    if (line.trim() === '') return finish(id, 'failed', 2, 'no command given')
    results.set(id, undefined)
    execs++
    const timeout = AbortSignal.timeout(seconds * 1000)
    let output = ''
    const print = (text: string) => {
      if (output.length <= mostOutput) output += text
    }
    const gone = running.signal
    const exit = await runLine(line, { machine, print, last: 0, signal: AbortSignal.any([timeout, gone]) })
    execs--
    if (gone.aborted) return
    const text = output.length > mostOutput ? `${output.slice(0, mostOutput)}…` : output
    finish(id, timeout.aborted ? 'failed' : 'done', timeout.aborted ? 124 : exit, text)
  }

  async function tunnel(id: string, arg: string): Promise<void> {
    const [, ticket = '', host = '', port] = /^([0-9a-f]{32}) ([A-Za-z0-9._:-]+) (\d{1,5})$/.exec(arg) ?? []
    if (!port) return finish(id, 'failed', 2, 'expected a ticket, a host and a port')
    if (tunnels.size >= linkLimits.tunnelsPerDevice) {
      return finish(id, 'failed', 75, `${linkLimits.tunnelsPerDevice} tunnels are open already`)
    }
    results.set(id, undefined)
    try {
      const login = { user: String(state.deviceId), privateKey: state.privateKey }
      const forward = await openForward(
        deps.server,
        login,
        ticket,
        () => target(host, Number(port)),
        () => void tunnels.delete(forward),
      )
      tunnels.add(forward)
      finish(id, 'done', 0, 'open')
    } catch (error) {
      finish(id, 'failed', 1, (error as Error).message)
    }
  }

  const sourceOf = (ticket: string) => ({
    server: deps.server,
    login: { user: String(state.deviceId), privateKey: state.privateKey },
    ticket,
  })

  async function update(id: string, arg: string): Promise<void> {
    const [, ticket, sum, bytes, version] =
      /^([0-9a-f]{32}) ([0-9a-f]{64}) (\d{1,7}) ([A-Za-z0-9.+-]{1,16})$/.exec(arg) ?? []
    if (ticket === undefined) return finish(id, 'failed', 2, 'expected a ticket, a checksum, a length and a version')
    if (config.isOpen()) return finish(id, 'failed', 75, waits)
    results.set(id, undefined)
    const gone = running.signal
    const hash = createHash('sha256')
    const source = { ...sourceOf(ticket), bytes: Number(bytes), within: agentWithin }
    const failed = await fetchFile(source, (chunk) => hash.update(chunk), gone).then(
      () => (hash.digest('hex') === sum ? undefined : 'the downloaded file is not the announced agent'),
      (error: Error) => error.message,
    )
    if (gone.aborted) return
    results.delete(id)
    state.update = { id, ...(failed !== undefined && { failed }) }
    if (failed === undefined && version !== undefined) state.agent = version
    deps.save()
    if (failed === undefined) deps.relink()
    else finish(id, 'failed', 1, failed)
  }

  const firmware = createFirmware({
    state,
    version: () => machine.spec.identity.firmware,
    save: deps.save,
    fault: deps.fault,
    sourceOf,
    finish,
    begin(id) {
      results.set(id, undefined)
      return running.signal
    },
    install(id) {
      noteStart(id)
      deps.install()
    },
  })

  const config = createConfig({
    spec: machine.spec,
    state,
    save: deps.save,
    now: () => machine.now(),
    fault: deps.fault,
    staged: firmware.staged,
    isBusy: firmware.isBusy,
    sourceOf,
    begin(id) {
      results.set(id, undefined)
      return running.signal
    },
    finish,
    already: (id, exit, text) => deps.answer({ id, state: 'already', exit, text }),
    relink: deps.relink,
  })
  const waits = 'a configuration is being applied or waits for its confirmation'

  /** The file that the device sends, with texts about itself. */
  function fileOf(what: string): Buffer {
    const { spec } = machine
    const about = `model ${spec.model.model}\nserial ${spec.identity.serial}\nfirmware ${spec.identity.firmware}\n`
    const log = `booted ${new Date(machine.bootAt() * 1000).toISOString()}\n`
    if (what === 'eventslog') return Buffer.from(log)
    if (what === 'backup') return archive({ ...config.files(), 'etc/hostname': `${hostnameOf(spec)}\n` })
    return archive({ 'system.txt': about, 'log.txt': log })
  }

  async function send(id: string, arg: string): Promise<void> {
    const [, ticket, what, path] =
      /^([0-9a-f]{32}) (backup|troubleshoot|eventslog|file [1-9]\d{0,8} (\/.*[^/]))$/.exec(arg) ?? []
    if (ticket === undefined || what === undefined) {
      return finish(id, 'failed', 2, 'expected a ticket and what to send')
    }
    results.set(id, undefined)
    const gone = running.signal
    const file = path === undefined ? fileOf(what) : Buffer.from(readFile(machine, path) ?? '')
    if (file.length === 0) return finish(id, 'failed', 1, 'there is no such file')
    const failed = await sendFile(sourceOf(ticket), file, gone).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (gone.aborted) return
    if (failed === undefined) finish(id, 'done', 0, `${file.length} bytes`)
    else finish(id, 'failed', 1, failed)
  }

  function store(id: string, arg: string): void {
    const [, sum = '', path] = /^([0-9a-f]{64}) (\/.*[^/])$/.exec(arg) ?? []
    const refusal = refusalToStore(sum, path)
    if (path === undefined || refusal) {
      finish(id, 'failed', refusal?.exit ?? storeExits.argument, refusal?.why ?? '')
      return
    }
    const text = firmware.staged(sum) ?? '(a long file)'
    machine.store(path, text)
    delete state.staged
    deps.save()
    finish(id, 'done', 0, `${text.length} bytes`)
  }

  function refusalToStore(sum: string, path: string | undefined): { exit: number; why: string } | undefined {
    if (path === undefined || /\/\.\.?(\/|$)/.test(path))
      return { exit: storeExits.argument, why: 'expected a checksum and the path of a file' }
    if (firmware.isBusy() || config.isOpen())
      return { exit: storeExits.busy, why: 'another file is being fetched or stored' }
    const why = refusalOf(path)
    if (why !== undefined) return { exit: storeExits.path, why }
    return firmware.hasStaged(sum) ? undefined : { exit: storeExits.missing, why: 'the file has not been fetched' }
  }

  function setPassword(id: string, password: string): void {
    if (!/^[\x20-\x7e]{8,32}$/.test(password)) {
      finish(id, 'failed', 2, 'expected a password of 8 to 32 characters')
      return
    }
    machine.setPassword(password)
    finish(id, 'done', 0, 'password set')
  }

  function withdraw(session: string): void {
    clearTimeout(keys.get(session)?.timer)
    keys.delete(session)
  }

  function authorize(id: string, arg: string): void {
    const [, session = '', seconds, key = ''] = /^([\w-]{1,40}) (\d{1,6}) ssh-ed25519 (AAAA[\w+/=]+)$/.exec(arg) ?? []
    if (!seconds || Number(seconds) < 1) {
      finish(id, 'failed', 2, 'expected a session, seconds and an OpenSSH public key')
      return
    }
    withdraw(session)
    const timer = setTimeout(() => keys.delete(session), Number(seconds) * 1000)
    timer.unref()
    keys.set(session, { key, timer })
    finish(id, 'done', 0, 'user=root server=dropbear')
  }

  return {
    obey({ id, command, seconds, arg }) {
      if (again(id)) return
      if (seconds === 0) return finish(id, 'failed', 124, 'expired before it could start')
      switch (command) {
        case 'refresh':
          deps.refresh()
          return finish(id, 'done', 0, 'refreshed')
        case 'measure':
          return finish(id, 'done', 0, deps.measure(arg))
        case 'reboot':
          return reboot(id)
        case 'exec':
          return void exec(id, seconds, arg)
        case 'tunnel':
          return void tunnel(id, arg)
        case 'upgrade-agent':
          return void update(id, arg)
        case 'send':
          return void send(id, arg)
        case 'store':
          return store(id, arg)
        case 'fetch':
          return void firmware.fetch(id, arg)
        case 'firmware':
          return config.isOpen() ? finish(id, 'failed', firmwareExits.busy, waits) : firmware.install(id, arg)
        case 'config-read':
          return void config.read(id, arg)
        case 'config-apply':
          return config.apply(id, arg)
        case 'api-call':
          return config.call(id, arg)
        case 'config-confirm':
          return config.confirm(id, arg)
        case 'config-undo':
          return config.undo(id, arg)
        case 'password':
          return setPassword(id, arg)
        case 'authorize':
          return authorize(id, arg)
        case 'deauthorize':
          withdraw(arg)
          return finish(id, 'done', 0, 'ended')
        default:
          return finish(id, 'failed', 127, 'unsupported')
      }
    },
    linked: config.linked,
    isLost: config.isLost,
    configSum: config.sum,
    tick: config.tick,
    stop() {
      running.abort()
      running = new AbortController()
      for (const forward of tunnels) forward.close()
      for (const session of [...keys.keys()]) withdraw(session)
      results.clear()
    },
  }
}
