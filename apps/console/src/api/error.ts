import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { failedText } from './failed-text.ts'

/** Parts of an error response besides its errors. */
interface Carried {
  meta?: Readonly<Record<string, unknown>>
  statusText?: string
  /** False if the body was not an object. */
  readable?: boolean
  /** The message if there are no errors. */
  message?: string
}

/** A failed call. `status` 0 means that there was no response at all. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** The field or row of the first error. */
  readonly source: string | null
  readonly requestId: string | null
  readonly errors: readonly ErrorItem[]
  /** Seconds to wait before another attempt, if the server sent them. */
  readonly retryAfter: number | null
  readonly meta: Readonly<Record<string, unknown>>
  readonly statusText: string
  readonly readable: boolean

  constructor(
    status: number,
    errors: readonly ErrorItem[],
    requestId: string | null,
    retryAfter: number | null = null,
    { meta = {}, statusText = '', readable = false, message = 'Server error' }: Carried = {},
  ) {
    const first = errors[0]
    super(first?.message ?? message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.code = first?.code ?? (status === 0 ? 'NETWORK' : 'SERVER_ERROR')
    this.source = first?.source ?? null
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.meta = meta
    this.statusText = statusText
    this.readable = readable
  }
}

/** One error of a response, or an empty list. */
function readItem(value: unknown): ErrorItem[] {
  const { code, message, source } = (value ?? {}) as Partial<ErrorItem>
  if (typeof message !== 'string') return []
  return [{ code: typeof code === 'string' ? code : 'SERVER_ERROR', message, source: source ?? null }]
}

/** Parses a failed response of the named endpoint; whatever its body contains, the result is an ApiError. */
export function toApiError(
  status: number,
  body: unknown,
  headers: Headers,
  { statusText = '', name }: { statusText?: string; name?: string | undefined } = {},
): ApiError {
  const said = (body ?? {}) as { errors?: unknown; meta?: unknown }
  const errors = [said.errors].flat().flatMap(readItem)
  const wait = Number(headers.get('retry-after'))
  return new ApiError(status, errors, headers.get('x-request-id'), Number.isFinite(wait) && wait > 0 ? wait : null, {
    meta: typeof said.meta === 'object' && said.meta !== null ? { ...said.meta } : {},
    statusText,
    readable: typeof body === 'object' && body !== null,
    ...(name === undefined ? {} : { message: failedText(name, status, statusText) }),
  })
}

/** Message for the user for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return i18next.t('ui:network')
  if (error instanceof ApiError && error.errors.length === 0 && !error.readable) return i18next.t('ui:unreadable')
  return error instanceof Error ? error.message : String(error)
}

/** The requested object does not exist, or is out of reach. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Props of an error state for anything that was thrown. */
export const failureOf = (error: unknown) => ({
  message: messageOf(error),
  requestId: error instanceof ApiError ? error.requestId : null,
})
