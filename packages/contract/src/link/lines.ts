import * as z from 'zod/mini'
import { escapeText, escapeWord, unescapeWord } from './escape.ts'
import { boardPattern, bootPattern, macPattern, serialPattern } from './identity.ts'
import { linkLimits } from './limits.ts'
import { parameterPattern } from './parameters.ts'
import { type BatchRow, isReportValue, type ReportValue, readBatch, writeBatch } from './report.ts'

// Databases and terminals choke on control characters, and no value of a device needs one.
const text = (max: number) => z.string().check(z.maxLength(max), z.regex(/^\P{Cc}*$/u, 'holds a control character'))

/** State of a configuration in `hello`: the id of the command, and its stage. */
const applyPattern = /^[A-Za-z0-9_-]{1,40} (armed|applied|undone)$/

/** The first line of a device on every link. */
export const helloSchema = z.object({
  /** Protocol version of the agent. */
  v: z.int().check(z.minimum(1), z.maximum(99)),
  serial: z.string().check(z.regex(serialPattern)),
  mac: z.string().check(z.regex(macPattern)),
  /** MAC of its hardware if that is another than at its enrolment: other hardware, or a copy of the storage. */
  found_mac: z.optional(z.string().check(z.regex(macPattern))),
  model: text(64),
  firmware: text(64),
  backend: z.enum(['linux', 'openwrt', 'rutos']),
  agent: text(16),
  /** 12 hex digits created with the spool folder; different after every boot of the device. */
  boot: z.string().check(z.regex(bootPattern)),
  /** Seconds since the device booted. */
  uptime: z.int().check(z.minimum(0)),
  name: z.optional(text(100)),
  imei: z.optional(text(15)),
  /** Name of the board as images state it, e.g. `glinet,gl-mt300n-v2`. Only on systems with such names. */
  board: z.optional(z.string().check(z.regex(boardPattern))),
  /** Public part of the enrolment key; absent if the proof uses the password. Only while enrolling. */
  key: z.optional(text(32)),
  /** True while the agent is on trial: the previous one watches it, and takes over if it fails. From protocol 2 on. */
  trial: z.optional(z.boolean()),
  /**
   * `<id> <state>` of the last `config-apply`, while it waits for its confirmation and after it was taken back; until
   * another is applied.
   */
  apply: z.optional(z.string().check(z.regex(applyPattern))),
  /** SHA-256 of the lines by which it measures for templates; absent if it has none. */
  templates: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Capabilities besides reporting, e.g. `sh`, `uci`, `modem`, `gps`, `wifi`. */
  caps: z.optional(z.array(text(32)).check(z.maxLength(32))),
})

export type Hello = z.infer<typeof helloSchema>

export const eventSchema = z.object({
  /** `spool_dropped`, `reboot`, `login`, … : a noun or noun_verb in lower case. */
  type: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  /** Seconds from the event to sending. */
  age_s: z.int().check(z.minimum(0)),
  text: text(linkLimits.eventText),
})

export type LinkEvent = z.infer<typeof eventSchema>

export type UpLine =
  | { verb: 'hello'; hello: Hello }
  | { verb: 'proof'; proof: string }
  | { verb: 'set'; set: number; names: string[] }
  | { verb: 'report'; boot: string; seq: number; age: number; set: number; values: ReportValue[] }
  /** Several reports in one line, numbered from `seq` on. An invalid row is undefined. */
  | { verb: 'batch'; boot: string; seq: number; rows: (BatchRow | undefined)[] }
  | { verb: 'event'; event: LinkEvent }
  | { verb: 'result'; id: string; state: ResultState; exit: number; part: number; parts: number; text: string }
  | { verb: 'pong' }

export type ResultState = 'done' | 'failed' | 'already'

/** Message of the LineError for a verb outside the protocol. */
export const unknownVerb = 'unknown verb'

/**
 * The reason why a line could not be parsed. A bad report or batch still has its boot and last seq if they were
 * readable, so that it can be acknowledged.
 */
export class LineError extends Error {
  readonly verb: string
  readonly report: { boot: string; seq: number } | undefined

  constructor(verb: string, message: string, report?: { boot: string; seq: number }) {
    super(message)
    this.name = 'LineError'
    this.verb = verb
    this.report = report
  }
}

const natural = /^(0|[1-9][0-9]{0,15})$/

function toNatural(word: string | undefined): number | null {
  if (word === undefined || !natural.test(word)) return null
  const value = Number(word)
  return Number.isSafeInteger(value) ? value : null
}

function parseJson(verb: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new LineError(verb, `${verb}: not JSON`)
  }
}

function firstIssue(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.') || 'value'}: ${issue.message}` : 'invalid'
}

function parseSet(body: string): UpLine {
  const [number, list, ...rest] = body.split(' ')
  const set = toNatural(number)
  if (set === null || set > 1000 || !list || rest.length > 0)
    throw new LineError('set', 'set: expected a number and a list of names')
  const names = list.split(',')
  if (names.length > linkLimits.parameters)
    throw new LineError('set', `set: more than ${linkLimits.parameters} parameters`)
  if (!names.every((name) => parameterPattern.test(name)))
    throw new LineError('set', 'set: a parameter name is malformed')
  if (new Set(names).size !== names.length) throw new LineError('set', 'set: a parameter is named twice')
  return { verb: 'set', set, names }
}

function parseReport(body: string): UpLine {
  const match = /^([0-9a-f]{12}) ([0-9]{1,16}) (.*)$/s.exec(body)
  const seq = toNatural(match?.[2])
  if (!match || seq === null || seq < 1)
    throw new LineError('report', 'report: expected a boot id and a sequence number')
  const mark = { boot: match[1]!, seq }
  const fail = (message: string): never => {
    throw new LineError('report', `report: ${message}`, mark)
  }
  const [ageText, setText, ...rest] = match[3]!.split(' ')
  const age = toNatural(ageText) ?? fail('age is not a number of seconds')
  const set = toNatural(setText) ?? fail('set is not a number')
  let values: unknown
  try {
    values = JSON.parse(rest.join(' '))
  } catch {
    fail('values are not JSON')
  }
  if (!Array.isArray(values) || !values.every(isReportValue)) return fail('values are not a list of numbers and texts')
  return { verb: 'report', ...mark, age, set, values }
}

function parseBatch(body: string): UpLine {
  const match = /^([0-9a-f]{12}) ([0-9]{1,16}) ([0-9]{1,16}) (.*)$/s.exec(body)
  const [seq, last] = [toNatural(match?.[2]), toNatural(match?.[3])]
  if (!match || seq === null || last === null || seq < 1 || last < seq)
    throw new LineError('batch', 'batch: expected a boot id, the first and the last sequence number')
  const fail = (message: string): never => {
    throw new LineError('batch', `batch: ${message}`, { boot: match[1]!, seq: last })
  }
  if (last - seq >= linkLimits.batchReports) fail(`more than ${linkLimits.batchReports} reports`)
  let rows: unknown
  try {
    rows = JSON.parse(match[4]!)
  } catch {
    fail('reports are not JSON')
  }
  if (!Array.isArray(rows) || rows.length !== last - seq + 1) return fail('expected as many reports as numbers')
  return { verb: 'batch', boot: match[1]!, seq, rows: readBatch(rows) }
}

function parseResult(body: string): UpLine {
  const match = /^([A-Za-z0-9_-]{1,40}) (done|failed|already) ([0-9]{1,5}) ([0-9]{1,5})\/([0-9]{1,5})(?: (.*))?$/s.exec(
    body,
  )
  if (!match) throw new LineError('result', 'result: expected id, state, exit code, part and text')
  const [, id, state, exit, part, parts, rest] = match
  return {
    verb: 'result',
    id: id!,
    state: state as ResultState,
    exit: Number(exit),
    part: Number(part),
    parts: Number(parts),
    text: (rest ?? '').replaceAll('\0', '\uFFFD'),
  }
}

/**
 * Parses one line from a device, without its newline. Throws LineError, and nothing else whatever the line contains.
 */
export function parseUpLine(line: string): UpLine {
  const space = line.indexOf(' ')
  const verb = space < 0 ? line : line.slice(0, space)
  const body = space < 0 ? '' : line.slice(space + 1)
  switch (verb) {
    case 'hello': {
      const hello = helloSchema.safeParse(parseJson('hello', body))
      if (!hello.success) throw new LineError('hello', `hello: ${firstIssue(hello.error)}`)
      return { verb, hello: hello.data }
    }
    case 'proof':
      if (!/^[0-9a-f]{64}$/.test(body)) throw new LineError('proof', 'proof: must be 64 hex digits')
      return { verb, proof: body }
    case 'set':
      return parseSet(body)
    case 'report':
      return parseReport(body)
    case 'batch':
      return parseBatch(body)
    case 'event': {
      const event = eventSchema.safeParse(parseJson('event', body))
      if (!event.success) throw new LineError('event', `event: ${firstIssue(event.error)}`)
      return { verb, event: event.data }
    }
    case 'result':
      return parseResult(body)
    case 'pong':
      return { verb }
    default:
      throw new LineError(verb.slice(0, 20), unknownVerb)
  }
}

export type DownLine =
  | { verb: 'nonce'; nonce: string }
  | { verb: 'bound'; device: number }
  /**
   * Words besides the intervals: `config`, the seconds between the agent's checks for a changed configuration, and
   * `sum`, the checksum that the server knows, if any. An agent from version 1.7.0 on reports `config_sum` (SHA-256 in
   * hex) if its own differs: with uci that of the content of `config-read`, elsewhere that of a list with a line
   * `<checksum>  <path>` for each listed file that is not a link. Not while a change may be taken back.
   *
   * `templates` is the checksum of the device's plan for templates (template-lines.ts); without the word there is none.
   * `template_ticket` and `template_bytes` are for fetching it (files.ts), unless `hello` said that the device has it.
   */
  | { verb: 'welcome'; settings: Record<string, string | number> }
  /** Changed settings of `welcome`: all of them again. Only for agents with `batch` among their caps. */
  | { verb: 'settings'; settings: Record<string, string | number> }
  | { verb: 'refused'; code: number; retry: number; reason: string }
  | { verb: 'ack'; boot: string; seq: number }
  | { verb: 'cmd'; id: string; command: string; seconds: number; arg: string }
  /** Answer to a line whose verb the server does not know. */
  | { verb: 'unsupported'; unknown: string }
  | { verb: 'ping' }
  | { verb: 'bye' }

/** One line to a device, without its newline. Throws RangeError if it would be longer than an atomic pipe write. */
export function formatDownLine(line: DownLine): string {
  const text = formatDown(line)
  if (text.length > linkLimits.downLineBytes) throw new RangeError(`${line.verb} line of ${text.length} bytes`)
  return text
}

function formatDown(line: DownLine): string {
  switch (line.verb) {
    case 'nonce':
      return `nonce ${line.nonce}`
    case 'bound':
      return `bound ${line.device}`
    case 'welcome':
    case 'settings':
      return [
        line.verb,
        ...Object.entries(line.settings).map(([key, value]) => `${key}=${escapeWord(String(value))}`),
      ].join(' ')
    case 'refused':
      return `refused ${line.code} ${line.retry} ${escapeWord(line.reason)}`
    case 'ack':
      return `ack ${line.boot} ${line.seq}`
    case 'cmd':
      return `cmd ${line.id} ${line.command} ${line.seconds} ${escapeText(line.arg)}`.trimEnd()
    case 'unsupported':
      return `unsupported ${escapeWord(line.unknown)}`.trimEnd()
    default:
      return line.verb
  }
}

/** One line of a device, without its newline; the inverse of parseUpLine. */
export function formatUpLine(line: UpLine): string {
  switch (line.verb) {
    case 'hello':
      return `hello ${JSON.stringify(line.hello)}`
    case 'proof':
      return `proof ${line.proof}`
    case 'set':
      return `set ${line.set} ${line.names.join(',')}`
    case 'report':
      return `report ${line.boot} ${line.seq} ${line.age} ${line.set} ${JSON.stringify(line.values)}`
    case 'batch':
      return `batch ${line.boot} ${line.seq} ${line.seq + line.rows.length - 1} ${JSON.stringify(writeBatch(line.rows))}`
    case 'event':
      return `event ${JSON.stringify(line.event)}`
    case 'result':
      return `result ${line.id} ${line.state} ${line.exit} ${line.part}/${line.parts}${line.text && ` ${line.text}`}`
    case 'pong':
      return 'pong'
  }
}

function parseSettings(words: readonly string[]): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const word of words) {
    const equals = word.indexOf('=')
    if (equals > 0) settings[word.slice(0, equals)] = unescapeWord(word.slice(equals + 1))
  }
  return settings
}

/** One line to a device, as the device parses it; undefined for an unknown verb or a malformed line. */
export function parseDownLine(line: string): DownLine | undefined {
  const [verb, first = '', second = '', third = '', ...rest] = line.split(' ')
  const number = toNatural(first)
  switch (verb) {
    case 'nonce':
      return /^[0-9a-f]+$/.test(first) ? { verb, nonce: first } : undefined
    case 'bound':
      return number === null ? undefined : { verb, device: number }
    case 'welcome':
    case 'settings':
      return { verb, settings: parseSettings(line.split(' ').slice(1)) }
    case 'refused': {
      const retry = toNatural(second)
      return number === null || retry === null ? undefined : { verb, code: number, retry, reason: unescapeWord(third) }
    }
    case 'ack': {
      const seq = toNatural(second)
      return bootPattern.test(first) && seq !== null ? { verb, boot: first, seq } : undefined
    }
    case 'cmd': {
      const seconds = toNatural(third)
      return first && second && seconds !== null
        ? { verb, id: first, command: second, seconds, arg: unescapeWord(rest.join(' ')) }
        : undefined
    }
    case 'unsupported':
      return { verb, unknown: unescapeWord(first) }
    case 'ping':
    case 'bye':
      return { verb }
    default:
      return undefined
  }
}
