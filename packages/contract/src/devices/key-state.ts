import * as z from 'zod/mini'
import { time } from '../time-schemas.ts'

/** Who may connect as a device. */
export const keyState = {
  /** True if an enrolment is pending approval. */
  approval_pending: z.boolean(),
  /** Two machines that connect with its key in turns, as one does whose storage was copied; null unless within a day. */
  shared_identity: z.nullable(
    z.object({ at: time(), machines: z.array(z.object({ address: z.string(), mac: z.string() })) }),
  ),
  /** The permit for one enrolment to replace the device's key; null without one. */
  enrolment_permit: z.nullable(z.object({ expires_at: time(), username: z.nullable(z.string()) })),
}
