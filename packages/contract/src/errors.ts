import * as z from 'zod/mini'

/** Every error code the API answers, with its HTTP status and the message used when nothing better is known. */
export const errorCodes = {
  BAD_REQUEST: [400, 'The request could not be read'],
  UNAUTHORIZED: [401, 'Sign in first'],
  INVALID_CREDENTIALS: [401, 'The username or password is wrong'],
  FORBIDDEN: [403, 'You have no permission for this'],
  CSRF_FAILED: [403, 'The request did not come from this console; reload the page'],
  EMAIL_NOT_VERIFIED: [403, 'Verify your email address first'],
  NOT_INVITED_EXTERNAL_USER: [403, 'You were not invited'],
  MFA_MANDATORY: [403, 'Your company requires multi-factor sign-in'],
  NOT_FOUND: [404, 'Not found'],
  CHANNEL_NOT_FOUND: [404, 'The channel has no events yet or has expired'],
  CONFLICT: [409, 'This conflicts with what is there already'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  VALIDATION_FAILED: [422, 'Invalid value'],
  DEVICE_NOT_VERIFIED: [422, 'Device could not be verified. Check serial, MAC/IMEI and password.'],
  PASSWORD_CONFIRMATION_REQUIRED: [423, 'Confirm your password'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts; try again later'],
  SERVER_ERROR: [500, 'Server error'],
  UNAVAILABLE: [503, 'The service is starting or its database is away; try again shortly'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

export const errorItemSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The field (`data.0.mac`), the id of the row in a bulk call, or nothing. */
  source: z.nullable(z.string()),
})

export type ErrorItem = z.infer<typeof errorItemSchema>
