import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'

/** A call that did not succeed. `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** The field or row the first error is about. */
  readonly source: string | null
  readonly requestId: string | null
  readonly errors: readonly ErrorItem[]
  /** Seconds to wait before another attempt, when the server says so. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    errors: readonly ErrorItem[],
    requestId: string | null,
    retryAfter: number | null = null,
  ) {
    const first = errors[0]
    super(first?.message ?? `Server error (${status})`)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.code = first?.code ?? (status === 0 ? 'NETWORK' : 'SERVER_ERROR')
    this.source = first?.source ?? null
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

function isErrorItem(value: unknown): value is ErrorItem {
  const item = value as ErrorItem | null
  return typeof item === 'object' && item !== null && typeof item.message === 'string' && typeof item.code === 'string'
}

/** Reads what a failed answer says; whatever stands in its body, the result is an ApiError. */
export function toApiError(status: number, body: unknown, headers: Headers): ApiError {
  const given = (body as { errors?: unknown } | null)?.errors
  const errors = Array.isArray(given) ? given.filter(isErrorItem) : []
  const wait = Number(headers.get('retry-after'))
  return new ApiError(
    status,
    errors.map((error) => ({ code: error.code, message: error.message, source: error.source ?? null })),
    headers.get('x-request-id'),
    Number.isFinite(wait) && wait > 0 ? wait : null,
  )
}

/** The message of anything that was thrown, as the user reads it. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return i18next.t('ui:network')
  return error instanceof Error ? error.message : String(error)
}

/**
 * Splits the errors of a form's answer: those whose source names a field (`name`, `data.0.mac`) under that field's
 * name, the rest together.
 */
export function splitErrors(error: ApiError, fields: readonly string[]) {
  const byField: Record<string, string> = {}
  const general: string[] = []
  for (const item of error.errors) {
    const field = item.source?.split('.').at(-1) ?? ''
    if (fields.includes(field)) byField[field] ??= item.message
    else general.push(item.message)
  }
  if (error.errors.length === 0) general.push(error.message)
  return { byField, general: [...new Set(general)] }
}
