import * as z from 'zod/mini'
import { mostChosen } from './choice-limits.ts'
import { text } from './i18n.ts'
import { id } from './ids.ts'
import type { Ref } from './names.ts'
import { searchText } from './page.ts'

/**
 * The rows of a bulk call: named by their ids under `name`, or all that the filter of their list matches. Unknown
 * filters are refused, so that they cannot widen the selection. `rest` is the rest of the body, `most` the maximum
 * number of rows.
 */
export function chosen<
  const Name extends string,
  Filter extends z.core.$ZodShape,
  Rest extends z.core.$ZodShape = Record<never, never>,
>(name: Name, ref: Ref, filter: Filter, rest = {} as Rest, most = mostChosen) {
  type Chosen = Record<Name, z.ZodMiniOptional<z.ZodMiniArray<ReturnType<typeof id>>>>
  const named = { [name]: z.optional(z.array(id(ref)).check(z.minLength(1), z.maxLength(most))) } as Chosen
  const all = { q: searchText(), ...filter }
  return z.object({ ...named, filter: z.optional(z.strictObject(all)), ...rest }).check(
    z.refine((body: Record<string, unknown>) => (body[name] === undefined) !== (body.filter === undefined), {
      error: text('forms.named_or_filter', { name }),
    }),
  )
}
