import { configLimits } from '@longreach/contract/configs/constants'
import { hiddenValue, replaceSecrets, type SecretNames } from '@longreach/contract/configs/secrets'
import type { ReadEndpoint, ReadValue, ValueSearch } from '@longreach/contract/configs/value-endpoints'
import { type Text, text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import type { Bus } from '../../../bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { type Answer, DeviceOffline, type Driver } from '../../../drivers/driver.ts'
import { publishStatus } from '../../actions/status.ts'
import { routeOf } from './calls.ts'
import { isNode } from './operations.ts'

export interface ReadDeps {
  db: Db
  bus: Bus
  ask: Driver['ask']
  log: { warn(details: object, message: string): void }
}

/** Seconds for one call: the agent has 30 for the call itself, and logs in before and out after it. */
const within = 60
const deepest = 50
const { answer: longestAnswer, all: longestOfAll } = configLimits.read
const sizes = { answer: '64 KB', all: '256 KB' }

/** The argument of `api-call` for a read (contract/link/commands.ts). */
export const readLine = (endpoint: ReadEndpoint): string => `GET ${routeOf(endpoint)} -`

/** Zero bytes and half characters, which the database cannot store, and the marks of texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
const cleanText = (value: string): string => value.replace(/[\u0000\u0091-\u0093]/g, '').toWellFormed()

/** A device's answer in a form that can be stored; undefined if it is nested too deeply. */
function clean(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw new RangeError('nested too deeply')
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1))
  if (!isNode(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), clean(one, depth + 1)]))
}

function parse(answer: string): { value: unknown } | undefined {
  if (answer.length > longestAnswer) return undefined
  try {
    return { value: clean(JSON.parse(answer)) }
  } catch {
    return undefined
  }
}

const own = (node: unknown, key: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Readonly<Record<string, unknown>>)[key]
    : undefined

/** Items that a search finds, as value-endpoints.ts describes. */
export function findItems(data: unknown, { path, search_key, elements }: ValueSearch): unknown[] {
  const place = [...path.split('.'), search_key].filter((key) => key !== '').reduce(own, data)
  const items = Array.isArray(place) ? place : isNode(place) ? [place] : []
  return items.filter((item) =>
    elements.every(({ key, value }) => {
      const found = own(item, key)
      return found !== undefined && typeof found !== 'object' && String(found) === value
    }),
  )
}

type Read = Pick<ReadValue, 'code' | 'data' | 'error'>

const unread = (error: Text, code: number | null = null): Read => ({ code, data: null, error })

/** Reads the answer to `api-call`: a line with the code, then the response of the API. */
function readAnswer(answer: string, { search_elements }: ReadEndpoint, secrets: SecretNames): Read {
  const [, status = '', said = ''] = /^(\d{3})\n?(.*)$/s.exec(answer) ?? []
  const code = Number(status)
  if (code < 200 || code > 299) return unread(text('configs.read_refused', { code }), code)
  const parsed = parse(said)
  if (!parsed) return unread(text('configs.read_not_json', { size: sizes.answer }), code)
  const shown = replaceSecrets(parsed.value, secrets, () => hiddenValue)
  const data = isNode(shown) && Object.hasOwn(shown, 'data') ? shown.data : shown
  const found = search_elements?.length ? search_elements.flatMap((one) => findItems(data, one)) : data
  return { code, data: found ?? null, error: null }
}

/** Reason why a device has not made a call, by how its agent ended the command. */
function refusalOf({ state, exit }: Answer): Text | undefined {
  if (state !== 'failed' && exit === 0) return undefined
  if (exit === 127) return text('configs.read_old_agent')
  if (exit === 75) return text('configs.read_busy')
  return exit === 124 ? text('configs.read_silent') : text('configs.read_no_api')
}

/** Makes one call; a string is the reason why further calls would be useless. */
async function readOne(
  deps: ReadDeps,
  deviceId: number,
  one: ReadEndpoint,
  secrets: SecretNames,
): Promise<Read | Text> {
  try {
    const answer = await deps.ask(deviceId, { verb: 'api-call', arg: readLine(one), seconds: within })
    return refusalOf(answer) ?? readAnswer(answer.text, one, secrets)
  } catch (error) {
    return text(error instanceof DeviceOffline ? 'configs.read_lost' : 'configs.read_silent')
  }
}

function lastEvent(values: readonly ReadValue[]): StatusEvent {
  const read = values.filter(({ error }) => error === null).length
  const count = values.length
  const reason = values.find(({ error }) => error !== null)?.error ?? ''
  const progress = { value: count, total: count }
  const data = values
  if (read === 0)
    return {
      status: 'error',
      errorCode: 'NOT_READ',
      response_state: 'failed',
      value: text('configs.read_none', { reason }),
      progress,
      data,
    }
  return read === count
    ? { status: 'completed', response_state: 'completed', value: text('configs.read_all', { count }), progress, data }
    : {
        status: 'warning',
        response_state: 'completed',
        value: text('configs.read_some', { read, count }),
        progress,
        data,
      }
}

/** Makes the calls one after the other; publishes each answer, and finally all of them. */
export async function readValues(
  deps: ReadDeps,
  at: { channel: string; userId: number; deviceId: number },
  endpoints: readonly ReadEndpoint[],
  secrets: SecretNames,
): Promise<void> {
  const publish = (event: StatusEvent) => publishStatus(deps.db, deps.bus, { ...at, key: at.deviceId }, event)
  const values: ReadValue[] = []
  let ended: Text | undefined
  let length = 0
  for (const [index, one] of endpoints.entries()) {
    const { path } = one
    const read = ended === undefined ? await readOne(deps, at.deviceId, one, secrets) : unread(ended)
    if (typeof read === 'string') ended = read
    let value: Read = typeof read === 'string' ? unread(read) : read
    const size = value.data === null ? 0 : JSON.stringify(value.data).length
    if (length + size <= longestOfAll) length += size
    else value = unread(text('configs.read_too_much', { size: sizes.all }), value.code)
    values.push({ rid: index + 1, type: 'api_forward', path, ...value })
    if (ended !== undefined || index === endpoints.length - 1) continue
    const answered = text('configs.read_answered', { path, code: value.code ?? 0 })
    await publish({ status: 'running', value: answered, progress: { value: index + 1, total: endpoints.length } })
  }
  await publish(lastEvent(values))
}
