import { createHash } from 'node:crypto'
import { fetchExits, firmwareExits } from '@longreach/contract/link/commands'
import { linkTimes } from '@longreach/contract/link/limits'
import type { Fault, FaultKind } from './faults.ts'
import { FetchFailed, fetchFile, type Source } from './fetch.ts'
import type { DeviceState } from './state.ts'

/** Maximum bytes of content that is stored, such as a configuration; of larger content only the checksum is stored. */
const mostText = 65_536
/** Seconds of a transfer with the fault `slow-fetch`. */
const slowly = 60

export interface Firmware {
  fetch(id: string, arg: string): Promise<void>
  install(id: string, arg: string): void
  isBusy(): boolean
  /** Whether it has fetched content with that checksum. */
  hasStaged(sum: string): boolean
  /** The fetched content, if it has that checksum and is short. */
  staged(sum: string): string | undefined
}

/** Fetches content, of which it mostly stores only the checksum, and installs it as firmware. */
export function createFirmware(deps: {
  state: DeviceState
  /** Version of the running firmware. */
  version: () => string
  save: () => void
  fault: (kind: FaultKind) => Fault | undefined
  sourceOf: (ticket: string) => Pick<Source, 'server' | 'login' | 'ticket'>
  finish: (id: string, state: 'done' | 'failed', exit: number, text: string) => void
  /** Notes that a command is in progress; the signal is aborted when the device loses its power. */
  begin: (id: string) => AbortSignal
  /** Stores the command on flash, cuts the power, and starts with the version in the state. */
  install: (id: string) => void
}): Firmware {
  const { state, fault, finish } = deps
  /** Signal of the current transfer, aborted when the power is lost. */
  let fetching: AbortSignal | undefined

  const isBusy = () => fetching?.aborted === false
  /** Memory is lost in a restart. */
  const hasStaged = (sum: string) => state.staged?.sha256 === sum && state.staged.boot === state.boot

  const staged = (sum: string) => (hasStaged(sum) ? state.staged?.text : undefined)

  /** Fetches the content, unless it is already present. */
  async function get(
    { ticket, sum, bytes, within }: { ticket: string; sum: string; bytes: number; within: number },
    gone: AbortSignal,
  ): Promise<Buffer | undefined> {
    const slow = fault('slow-fetch')
    const pace = slow && bytes / (slow.seconds ?? slowly)
    const source = { ...deps.sourceOf(ticket), bytes, within, pace }
    if (hasStaged(sum)) {
      try {
        await fetchFile(source, () => {}, gone, bytes)
        return undefined
      } catch (error) {
        // The server cannot know that the device already has it from an earlier ticket.
        if (!(error instanceof FetchFailed && error.why === 'offset')) throw error
      }
    }
    const hash = createHash('sha256')
    const short: Buffer[] = []
    const take = (chunk: Buffer) => {
      hash.update(chunk)
      if (bytes <= mostText) short.push(chunk)
    }
    await fetchFile(source, take, gone)
    if (hash.digest('hex') !== sum) throw new FetchFailed('content', 'the server sent other content than announced')
    return Buffer.concat(short)
  }

  return {
    isBusy,
    hasStaged,
    staged,
    async fetch(id, arg) {
      const [, ticket, sum = '', length, seconds] =
        /^([0-9a-f]{32}) ([0-9a-f]{64}) ([1-9]\d{0,8})(?: ([1-9]\d{0,8}))?$/.exec(arg) ?? []
      if (ticket === undefined)
        return finish(id, 'failed', fetchExits.argument, 'expected a ticket, a checksum and a length')
      if (isBusy()) return finish(id, 'failed', fetchExits.busy, 'another file is being fetched')
      const gone = deps.begin(id)
      let content: Buffer | undefined
      const known = hasStaged(sum) && state.staged?.ticket === ticket
      if (!known && !fault('claims-version')) {
        fetching = gone
        try {
          content = await get(
            { ticket, sum, bytes: Number(length), within: Number(seconds ?? linkTimes.fetchWithin) },
            gone,
          )
        } catch (error) {
          if (gone.aborted) return
          fetching = undefined
          const why = error instanceof FetchFailed && error.why !== 'offset' ? error.why : 'ticket'
          return finish(id, 'failed', fetchExits[why], (error as Error).message)
        }
        fetching = undefined
      }
      const text = content?.toString() ?? staged(sum)
      state.staged = { ticket, sha256: sum, boot: state.boot, ...(text !== undefined && { text }) }
      deps.save()
      finish(id, 'done', 0, `${length} bytes`)
    },

    install(id, arg) {
      const [, sum, settings, version = ''] = /^([0-9a-f]{64}) (keep|reset) ([\w.+~-]{1,64})$/.exec(arg) ?? []
      const refuse = (exit: number, text: string) => finish(id, 'failed', exit, text)
      if (sum === undefined) refuse(firmwareExits.argument, "expected a checksum, 'keep' or 'reset', and a version")
      else if (isBusy()) refuse(firmwareExits.busy, 'another file is being fetched or installed')
      else if (!hasStaged(sum)) refuse(firmwareExits.missing, 'the firmware has not been fetched')
      else if (fault('fails-check')) refuse(firmwareExits.refused, 'Image check failed.')
      else {
        state.installing = version === '-' || fault('old-version') ? deps.version() : version
        if (settings === 'reset') delete state.password
        deps.install(id)
      }
    },
  }
}
