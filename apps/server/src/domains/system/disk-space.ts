import { statfs } from 'node:fs/promises'
import { type Text, text } from '@longreach/contract/i18n'
import type { DiskSpaceState } from '@longreach/contract/system/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { isFull, isReadOnly } from '../../db/no-changes.ts'
import { Problem } from '../../endpoint/problem.ts'

/** Milliseconds between checks. */
const lookEvery = 5_000
/** Milliseconds between a statement that found the disk full and the next attempt. */
const retryAfter = 5_000
/**
 * Multiples of the required space: a warning is logged below the first, changes are accepted again above the second.
 */
const warnBelow = 4
const enoughAgain = 1.1

export interface DiskSpace {
  state(): DiskSpaceState
  free(): number | null
  takesChanges(): boolean
  /** Calls the listener whenever changes become accepted or refused; returns the function that unsubscribes. */
  watch(listener: (taken: boolean) => void): () => void
  required: number
  /** Throws UNAVAILABLE while changes are refused. */
  check(): void
  /** Resolves once changes are accepted again; undefined if they are accepted now. */
  opened(): Promise<void> | undefined
  /** Must be called with the error of a statement: it may mean that the disk is full. */
  failed(error: unknown): void
  stop(): void
}

export interface DiskSpaceDeps {
  db: Db
  /** Folders whose disks are watched. */
  folders: readonly string[]
  /** Bytes below which changes are refused. */
  required: number
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** Milliseconds between checks, for tests. */
  every?: number
}

const words: Record<Exclude<DiskSpaceState, 'ok' | 'low'>, Text> = {
  full: text('system.disk_full'),
  read_only: text('system.read_only'),
}

/** Watches the free disk space. Without enough, changes are refused and reports of devices wait; reads still work. */
export async function watchDiskSpace(deps: DiskSpaceDeps): Promise<DiskSpace> {
  let state: DiskSpaceState = 'ok'
  let free: number | null = null
  let readOnly = false
  let fullUntil = 0
  let waiting: (() => void)[] = []
  const watchers = new Set<(taken: boolean) => void>()
  const closed = () => state === 'full' || state === 'read_only'

  function currentState(): DiskSpaceState {
    if (readOnly) return 'read_only'
    if (Date.now() < fullUntil) return 'full'
    if (free === null) return 'ok'
    const limit = deps.required * (state === 'full' ? enoughAgain : 1)
    if (free < limit) return 'full'
    return free < deps.required * warnBelow ? 'low' : 'ok'
  }

  function settle(): void {
    const [before, taken] = [state, !closed()]
    state = currentState()
    if (state === before) return
    const fields = { state, free, required: deps.required }
    if (state === 'ok') deps.log.info(fields, 'disk space available again: changes are accepted')
    else
      deps.log.warn(
        fields,
        closed() ? 'out of disk space or read-only: changes are refused and reports wait' : 'disk space is running low',
      )
    if (taken === closed()) for (const listener of watchers) listener(!closed())
    if (closed()) return
    for (const go of waiting) go()
    waiting = []
  }

  async function look(): Promise<void> {
    const disks = await Promise.all(deps.folders.map((folder) => statfs(folder).catch(() => null)))
    const left = disks.flatMap((disk) => (disk ? [disk.bavail * disk.bsize] : []))
    free = left.length > 0 ? Math.min(...left) : null
    const asked = await sql<{ only: boolean }>`
      SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS only`
      .execute(deps.db)
      .catch(() => undefined)
    // An unavailable database is not a full disk: its statements fail by themselves.
    if (asked) readOnly = asked.rows[0]?.only ?? false
    settle()
  }

  await look()
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    await look()
    looking = false
  }, deps.every ?? lookEvery)

  return {
    state: () => state,
    free: () => free,
    takesChanges: () => !closed(),
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    required: deps.required,
    check() {
      if (closed()) throw new Problem('UNAVAILABLE', { message: words[state as 'full'], retryAfter: 60 })
    },
    opened: () => (closed() ? new Promise((resolve) => waiting.push(resolve)) : undefined),
    failed(error) {
      if (isReadOnly(error)) readOnly = true
      else if (isFull(error)) fullUntil = Date.now() + retryAfter
      else return
      settle()
    },
    stop: () => clearInterval(timer),
  }
}
