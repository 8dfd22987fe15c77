import * as z from 'zod/mini'
import { id } from '../ids.ts'

/** Content of a campaign of the kind `update_firmware`. */
export const firmwareContent = z.object({
  file_id: id('file'),
  keep_settings: z.boolean(),
  downgrade: z._default(z.boolean(), false),
  metered: z._default(z.boolean(), false),
})
