import { oldestReportDays } from '@longreach/contract/monitoring/constants'
import type { Db } from '../../db/client.ts'
import { createPartitions, isPartitionMissing } from '../../db/partitions.ts'
import { LinkSuperseded, type Presence, type Report } from '../../drivers/driver.ts'
import { type BatchDeps, type Entry, storeBatch } from './batch.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { ReportMetrics } from './metrics.ts'
import { createParameterSets } from './sets.ts'
import { createCustomParameters, isCustom } from './templates/custom-parameters.ts'
import { noteProblems } from './templates/logs.ts'
import { readValues } from './values.ts'

const lanes = 2
/** Reports per transaction; for a device with several waiting the latest state is written once. */
const batchReports = 2000
const lingerMs = 10
const pendingReports = 20_000
/**
 * Seconds. The uptime in hello dates from before the connection, for which an agent waits 30 seconds and a tick of 5;
 * the rest is rounding.
 */
const uptimeSlack = 40
const rememberedLayouts = 5_000

export interface WriterDeps {
  db: Db
  latest: BatchDeps['latest']
  stored?: BatchDeps['stored']
  superseded?: BatchDeps['superseded']
  /** While there is no disk space, reports wait unacknowledged. */
  diskSpace: { opened(): Promise<void> | undefined; failed(error: unknown): void }
  now: () => Date
  log: { warn(fields: Record<string, unknown>, message: string): void }
  metrics: ReportMetrics
}

export interface ReportWriter {
  /**
   * Resolves after commit: `undefined` if everything was stored or the report is a repetition, else the reason why the
   * report or some of its values were refused. Rejects if the database is unavailable, too many reports wait
   * (WriterBusy) or the link may not write any more (LinkSuperseded): then nothing of the link from this report on has
   * been stored, and the caller must close it so that the device sends again.
   */
  write(link: Presence, report: Report): Promise<string | undefined>
  /** Marks an unusable report as done, so that it can be acknowledged. */
  refuse(link: Presence, mark: { boot: string; seq: number }, reason: string): Promise<string>
  /**
   * The device has a new link and sends unacknowledged reports of this boot again. If many wait, its earlier ones are
   * given up (rejected): otherwise devices that reconnect while the disk is full would soon fill the queue.
   */
  relinked(deviceId: number, boot: string): void
  /** Resolves once all reports handed in so far are stored or rejected. */
  flush(): Promise<void>
  /** Accepts no more reports and flushes. */
  stop(): Promise<void>
}

export class WriterBusy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'WriterBusy'
  }
}

interface Waiting extends Entry {
  /** Set until the report is read: values for templates depend on definitions that must be looked up. */
  unread?: Report | undefined
  reason: string | undefined
  resolve: (reason: string | undefined) => void
  reject: (error: unknown) => void
}

/** Reason why a report as a whole cannot be stored. */
function validate(report: Report, layout: Layout): string | undefined {
  if (report.values.length !== layout.size) return `${report.values.length} values for ${layout.size} parameters`
  if (report.age > report.uptime + uptimeSlack) return `age ${report.age} s is longer than the uptime`
  if (report.age > oldestReportDays * 86_400) return `age ${report.age} s is longer than history is kept`
  return undefined
}

/** Reports of one link share their list of names. */
const customLists = new WeakMap<readonly string[], boolean>()
function hasCustom(names: readonly string[]): boolean {
  let has = customLists.get(names)
  if (has === undefined) {
    has = names.some(isCustom)
    customLists.set(names, has)
  }
  return has
}

/**
 * Errors about the content of the rows, not about the database: SQLSTATE classes 21, 22 and 23, and a row too large.
 */
function isAboutRows(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && !isPartitionMissing(error) && /^(21|22|23)|^54000$/.test(code)
}

/** Collects the reports of all devices into few transactions. Reports of one device keep their order. */
export function createReportWriter(deps: WriterDeps): ReportWriter {
  const batchDeps = { ...deps, sets: createParameterSets(deps.db), partitions: createPartitions(deps.db) }
  const queues = Array.from({ length: lanes }, (): Waiting[] => [])
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Map<number, Promise<void>>()
  const layouts = new Map<string, Layout>()
  const layoutOfLink = new WeakMap<readonly string[], Layout>()
  const custom = createCustomParameters(deps.db)
  const customLayouts = new Map<string, Layout>()
  let pending = 0
  let stopped = false
  const stopping = Promise.withResolvers<void>()

  function findLayout(names: readonly string[]): Layout {
    let layout = layoutOfLink.get(names)
    if (layout) return layout
    const key = names.join(',')
    layout = layouts.get(key) ?? layoutOf(names)
    if (layouts.size >= rememberedLayouts) layouts.clear()
    layouts.set(key, layout)
    layoutOfLink.set(names, layout)
    return layout
  }

  function findCustomLayout(names: readonly string[]): Layout {
    const key = `${custom.generation()} ${names.join(',')}`
    const layout = customLayouts.get(key) ?? layoutOf(names, custom.find)
    if (customLayouts.size >= rememberedLayouts) customLayouts.clear()
    customLayouts.set(key, layout)
    return layout
  }

  function readReport(report: Report, layout: Layout): Pick<Waiting, 'reading' | 'reason'> {
    const refusal = validate(report, layout)
    const reading = refusal === undefined ? readValues(layout, report.values) : undefined
    return { reading, reason: refusal ?? (reading?.refused.join('; ') || undefined) }
  }

  /** Reads reports with parameters of templates, looking up their definitions for the whole batch at once. */
  async function readCustom(batch: readonly Waiting[]): Promise<void> {
    const unread = batch.filter((entry) => entry.unread)
    if (unread.length === 0) return
    await custom.prepare(unread.flatMap(({ unread: report }) => report?.names ?? []))
    for (const entry of unread) {
      const report = entry.unread as Report
      Object.assign(entry, readReport(report, findCustomLayout(report.names)), { unread: undefined })
    }
  }

  /**
   * Logs values that could not be stored as they are in the logs of templates; an error there must not stop anything.
   */
  function note(entries: readonly Waiting[]): void {
    const problems = entries.flatMap(({ deviceId, reading }) =>
      (reading?.templates ?? []).flatMap(({ template, problems }) =>
        problems.map((problem) => ({ deviceId, template, problem })),
      ),
    )
    if (problems.length === 0) return
    noteProblems(deps.db, problems).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'log lines of monitoring templates could not be stored'),
    )
  }

  function settle(entry: Waiting, reason: string | undefined): void {
    pending--
    entry.resolve(reason)
  }

  function abandon(entries: readonly Waiting[], error: unknown): void {
    pending -= entries.length
    for (const entry of entries) entry.reject(error)
  }

  /** Later reports of a device must not overtake one that was not stored: its repetition would be below their mark. */
  function abandonLater(lane: number, failed: readonly Waiting[], error: unknown): void {
    const devices = new Set(failed.map(({ deviceId }) => deviceId))
    abandonQueued(lane, ({ deviceId }) => devices.has(deviceId), error)
  }

  function abandonQueued(lane: number, chosen: (entry: Waiting) => boolean, error: unknown): void {
    const queue = queues[lane] ?? []
    queues[lane] = queue.filter((entry) => !chosen(entry))
    abandon(queue.filter(chosen), error)
  }

  function count(entry: Waiting, outcome: 'stored' | 'duplicate' | 'refused'): void {
    if (outcome === 'duplicate') deps.metrics.duplicates(1)
    else if (outcome === 'refused' || !entry.reading) deps.metrics.refusedReports(1)
    else {
      const { parts, refused } = entry.reading
      deps.metrics.stored(
        1,
        parts.reduce((sum, { v, t }) => sum + v.length + t.length, 0),
      )
      if (refused.length > 0) deps.metrics.refusedValues(refused.length)
    }
  }

  async function store(lane: number, batch: readonly Waiting[]): Promise<boolean> {
    const started = performance.now()
    try {
      await readCustom(batch)
      const outcomes = await storeBatch(batchDeps, batch)
      note(batch.filter((_, index) => outcomes[index] === 'stored'))
      deps.metrics.batch(batch.length, (performance.now() - started) / 1000)
      for (const [index, entry] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome === 'superseded') {
          abandon([entry], new LinkSuperseded(entry.deviceId))
          continue
        }
        const tooMany = outcome === 'too many sets'
        count(entry, tooMany ? 'refused' : outcome === 'duplicate' ? 'duplicate' : 'stored')
        settle(
          entry,
          outcome === 'duplicate' ? undefined : tooMany ? 'too many different parameter lists' : entry.reason,
        )
      }
      return true
    } catch (error) {
      if (isAboutRows(error)) return storeHalves(lane, batch, error)
      deps.log.warn({ err: error, reports: batch.length }, 'reports could not be stored')
      deps.diskSpace.failed(error)
      if (isPartitionMissing(error)) batchDeps.partitions.forget()
      abandon(batch, error)
      abandonLater(lane, batch, error)
      return false
    }
  }

  /**
   * Finds by bisection the row that the database does not accept and refuses it: otherwise its device would send it
   * forever.
   */
  async function storeHalves(lane: number, batch: readonly Waiting[], error: unknown): Promise<boolean> {
    const [first] = batch
    if (first && batch.length === 1) {
      if (!first.reading) {
        abandon(batch, error)
        abandonLater(lane, batch, error)
        return false
      }
      deps.log.warn({ err: error, device: first.deviceId, seq: first.seq }, 'report refused by the database')
      return store(lane, [{ ...first, reading: undefined, reason: 'the database does not accept the values' }])
    }
    const middle = Math.ceil(batch.length / 2)
    const rest = batch.slice(middle)
    if (await store(lane, batch.slice(0, middle))) return store(lane, rest)
    abandon(rest, error)
    abandonLater(lane, rest, error)
    return false
  }

  /** Marks the lane idle in the same turn in which its queue was found empty. */
  async function drain(lane: number): Promise<void> {
    for (;;) {
      const free = deps.diskSpace.opened()
      if (free !== undefined) await Promise.race([free, stopping.promise])
      const batch = queues[lane]?.splice(0, batchReports) ?? []
      if (batch.length === 0) break
      await store(lane, batch)
    }
    running.delete(lane)
  }

  function startNext(lane: number): Promise<void> {
    if (!queues[lane]?.length) return Promise.resolve()
    const run = drain(lane)
    running.set(lane, run)
    return run
  }

  function start(lane: number): Promise<void> {
    clearTimeout(timers.get(lane))
    timers.delete(lane)
    return running.get(lane) ?? startNext(lane)
  }

  function enqueue(entry: Omit<Waiting, 'resolve' | 'reject'>): Promise<string | undefined> {
    if (stopped) return Promise.reject(new WriterBusy('the server is stopping'))
    if (pending >= pendingReports) return Promise.reject(new WriterBusy('too many reports wait to be stored'))
    pending++
    const lane = entry.deviceId % lanes
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    const queue = queues[lane] ?? []
    queue.push({ ...entry, resolve, reject })
    if (!running.has(lane)) {
      if (queue.length >= batchReports) void start(lane)
      else if (!timers.has(lane)) timers.set(lane, setTimeout(start, lingerMs, lane))
    }
    return promise
  }

  const bootNumber = (boot: string) => Number.parseInt(boot, 16)

  async function flush(): Promise<void> {
    await Promise.all(queues.map((_, lane) => start(lane)))
  }

  return {
    write({ deviceId, epoch }, report) {
      return enqueue({
        deviceId,
        epoch,
        boot: bootNumber(report.boot),
        seq: report.seq,
        ts: new Date(report.arrivedAt.getTime() - report.age * 1000),
        ...(hasCustom(report.names)
          ? { unread: report, reading: undefined, reason: undefined }
          : readReport(report, findLayout(report.names))),
      })
    },
    async refuse({ deviceId, epoch }, mark, reason) {
      const ts = deps.now()
      await enqueue({ deviceId, epoch, boot: bootNumber(mark.boot), seq: mark.seq, ts, reading: undefined, reason })
      return reason
    },
    relinked(deviceId, boot) {
      if (pending <= pendingReports / 2) return
      const before = bootNumber(boot)
      const error = new Error('the device sends it again')
      abandonQueued(deviceId % lanes, (entry) => entry.deviceId === deviceId && entry.boot === before, error)
    },
    flush,
    async stop() {
      stopped = true
      stopping.resolve()
      await flush()
    },
  }
}
