import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { id } from '../ids.ts'
import { configCalls } from './calls.ts'
import { configLimits } from './constants.ts'
import { configTiming } from './endpoints.ts'

const shared = {
  /** Also applies it to devices on a metered connection. */
  metered: z._default(z.boolean(), false),
  /** Seconds after which a device takes it back, unless it has connected with it. */
  seconds: configTiming.seconds,
}

/**
 * Content of a campaign of the kind `configure`: a template, or calls. The calls of a template are fixed when it is
 * selected.
 */
export const configureContent = z
  .strictObject({
    template_id: z.optional(id('config_template')),
    calls: z.optional(configCalls),
    csv: z.optional(z.string().check(z.maxLength(configLimits.csv))),
    ...shared,
  })
  .check(
    z.refine(({ template_id, calls }) => (template_id === undefined) !== (calls === undefined), {
      error: text('configs.template_or_calls'),
      path: ['template_id'],
    }),
  )

/** Content of a campaign of the kind `restore`. */
export const restoreContent = z.strictObject({
  /** A backup. */
  file_id: id('file'),
  other_firmware: z._default(z.boolean(), false),
  ...shared,
})
