import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { shapeOf } from '../../endpoint/choose-fields.ts'
import type { Answer } from '../../endpoint/route.ts'

interface Row {
  readonly [field: string]: unknown
}

/** Calls that answer with rows beside their channel, as RMS documents them. */
const withRows: readonly string[] = ['actions.upload_passwords']

/** The id of what a call created, the ids if it creates several; undefined if it creates nothing. */
function newId({ method, status }: AnyEndpoint, data: unknown, channel: unknown): unknown {
  if (method !== 'POST' || (status !== 201 && channel === undefined)) return undefined
  if (Array.isArray(data)) {
    const ids = data.map((row) => (row as Row)?.id)
    return ids.length > 0 && ids.every((id) => Number.isInteger(id)) ? ids : undefined
  }
  const { id } = (data ?? {}) as Row
  return Number.isInteger(id) ? id : undefined
}

/** Code and message of the first error, where programs look for them. */
export function firstOf([first]: readonly ErrorItem[]): Partial<Pick<ErrorItem, 'code' | 'message'>> {
  return first ? { code: first.code, message: first.message } : {}
}

/** Parameters of the query that the call does not have. */
export function ignoredOf(query: Schema | undefined, given: object): string[] {
  const known = shapeOf(query) ?? {}
  return Object.keys(given).filter((name) => !Object.hasOwn(known, name))
}

/**
 * A response as RMS gives it: with `meta.channel` there is no `data`, `meta.id` is what was created, and
 * `meta.ignored` are parameters without effect.
 */
export function inEnvelope(endpoint: AnyEndpoint, answer: Answer, ignored: readonly string[]): Answer {
  const { data, meta, errors } = answer
  const channel = meta?.channel
  const id = meta?.id ?? newId(endpoint, data, channel)
  const added = { ...(id === undefined ? {} : { id }), ...(ignored.length > 0 ? { ignored } : {}) }
  return {
    ...(channel === undefined || withRows.includes(endpoint.name) ? { data } : {}),
    ...(meta || Object.keys(added).length > 0 ? { meta: { ...meta, ...added } } : {}),
    ...(errors ? { errors } : {}),
  } as Answer
}
