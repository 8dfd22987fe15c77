import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { changeEmailForm } from './forms.ts'

const sending = z.object({
  /** False if this installation has no mail server: an administrator passes the link on. */
  sends: z.boolean(),
})

export const sendVerification = endpoint({
  name: 'account.send_verification',
  method: 'POST',
  path: '/account/user/activation/resend',
  summary: "Mail the link that verifies the user's address again",
  permission: 'signed-in',
  browserOnly: true,
  unverified: true,
  response: sending,
})

/** The response is the same whether or not the address has an account. */
export const updateAccount = endpoint({
  name: 'account.update',
  method: 'PUT',
  path: '/account/user',
  summary:
    'Agree to the terms of service, or change the own e-mail address, which holds once its mailed link was followed',
  permission: 'signed-in',
  browserOnly: true,
  atRoot: true,
  body: z
    .object({
      // The password is required if there is an address to lose.
      ...optionalFields(changeEmailForm),
      tos_accepted: z.optional(z.literal(true)),
    })
    .check(
      z.refine(({ email, tos_accepted }) => email !== undefined || tos_accepted !== undefined, {
        path: ['email'],
        error: text('forms.email_or_terms'),
      }),
    ),
  response: sending,
})
