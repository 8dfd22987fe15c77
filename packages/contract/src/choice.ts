import * as z from 'zod/mini'
import { text } from './i18n.ts'
import { id, type Ref } from './ids.ts'
import { searchText } from './page.ts'

/** Rows of one bulk call, named or in its filter, unless it takes more. */
export const mostChosen = 1000

/** Devices of one action, or of one change of tags. */
export const mostDevices = 10_000

/**
 * What a bulk call is for: rows by their ids under `name`, or all that the filter of their list stands for. A filter's
 * name it does not know must not widen it. `rest` is what else the body holds, `most` how many rows it takes.
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
