import { type ErrorCode, type ErrorItem, errorCodes } from '@longreach/contract/errors'
import type { Text } from '@longreach/contract/i18n'
import { inEnglish } from '../texts.ts'

/** An error response, thrown anywhere below a handler. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly errors: ErrorItem[]
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { message?: Text; source?: string; retryAfter?: number; errors?: ErrorItem[] } = {},
  ) {
    const message = options.message ?? errorCodes[code][1]
    // The message is for logs; the response contains `errors`.
    super(inEnglish(message))
    this.name = 'Problem'
    this.code = code
    this.errors = options.errors ?? [{ code, message, source: options.source ?? null }]
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return errorCodes[this.code][0]
  }
}

export const notFound = (source?: string) => new Problem('NOT_FOUND', source === undefined ? {} : { source })
