import * as z from 'zod/mini'
import { type Text, text } from './i18n.ts'

/** Every error code of the API, with its HTTP status and default message. */
export const errorCodes = {
  BAD_REQUEST: [400, text('system.bad_request')],
  UNAUTHORIZED: [401, text('system.unauthorized')],
  INVALID_CREDENTIALS: [401, text('account.wrong_credentials')],
  FORBIDDEN: [403, text('system.forbidden')],
  CSRF_FAILED: [403, text('system.foreign_request')],
  EMAIL_NOT_VERIFIED: [403, text('account.email_not_verified')],
  NOT_INVITED_EXTERNAL_USER: [403, text('account.not_invited')],
  MFA_MANDATORY: [403, text('account.mfa_mandatory')],
  NOT_FOUND: [404, text('system.not_found')],
  CHANNEL_NOT_FOUND: [404, text('system.channel_not_found')],
  CONFLICT: [409, text('system.conflict')],
  PAYLOAD_TOO_LARGE: [413, text('system.too_large')],
  VALIDATION_FAILED: [422, text('system.invalid_value')],
  PASSWORD_CONFIRMATION_REQUIRED: [423, text('account.confirm_password')],
  TOO_MANY_REQUESTS: [429, text('system.too_many_requests')],
  SERVER_ERROR: [500, text('system.server_error')],
  UNAVAILABLE: [503, text('system.unavailable')],
} as const satisfies Record<string, readonly [number, Text]>

export type ErrorCode = keyof typeof errorCodes

export const errorItemSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The field (`data.0.mac`), the id of the row in a bulk call, or null. */
  source: z.nullable(z.string()),
})

export type ErrorItem = z.infer<typeof errorItemSchema>
