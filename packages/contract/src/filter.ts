import * as z from 'zod/mini'
import { text } from './i18n.ts'
import { idText } from './ids.ts'
import { intText } from './page.ts'
import { timeText } from './time-schemas.ts'

type Filters = Readonly<Record<string, z.core.$ZodType>>
type Negated<F extends Filters> = { [K in keyof F as `ne:${K & string}`]: F[K] }

/** Filters of a list, each also as `ne:<name>` for all other rows, including rows without a value. */
export function withNot<const F extends Filters>(filters: F): F & Negated<F> {
  const negated = Object.entries(filters).map(([name, schema]) => [`ne:${name}`, schema])
  return { ...filters, ...(Object.fromEntries(negated) as Negated<F>) }
}

const mostNamed = 200

/**
 * Selects the fields that `q` searches, among those that the list can search. Lists differ in them, so unknown names
 * are ignored; if none is left, all fields are searched.
 */
export function searchIn<const Field extends string>(fields: readonly Field[]) {
  const known = (name: string): name is Field => (fields as readonly string[]).includes(name)
  const names = z.string().check(z.maxLength(mostNamed), z.regex(/^[a-z0-9_,]*$/, text('forms.field_list')))
  return {
    'search-fields': z.optional(
      z.pipe(
        names,
        z.transform((text) => text.split(',').filter(known)),
      ),
    ),
  }
}

/** Rows that have no value, or have one. */
export const emptiness = ['is_null', 'not_null'] as const

/** Rows created in a range of time; either end may be open. */
export const createdBetween = { start_date: z.optional(timeText()), end_date: z.optional(timeText()) }

/** Rows of a company and its subsidiaries (`within`), or of that company alone (`only`, which takes precedence). */
export const companyContext = { within: z.optional(idText('company')), only: z.optional(idText('company')) }

const bound = () => z.optional(intText(0))

/** A count between two bounds; either may be open. */
export function countBetween<const Name extends string>(name: Name) {
  type Bounds = { [K in `${Name}_min` | `${Name}_max`]: ReturnType<typeof bound> }
  return { [`${name}_min`]: bound(), [`${name}_max`]: bound() } as Bounds
}

const unitSeconds = { m: 60, h: 3600, d: 86_400 } as const

/** `90m`, `36h`, `7d`: a duration, parsed to seconds. */
export const durationText = () =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/, text('forms.duration'))),
    z.transform((value) => Number(value.slice(0, -1)) * unitSeconds[value.slice(-1) as keyof typeof unitSeconds]),
  )

/** `sent,failed`: one or more of the words. */
export function wordListText<const Word extends string>(words: readonly Word[]) {
  return z.pipe(
    z.union([z.string(), z.array(z.string())]).check(
      z.refine((value) => wordsOf(value).every((one) => (words as readonly string[]).includes(one)), {
        error: text('forms.one_of', { options: words.join(', ') }),
      }),
    ),
    z.transform((value) => wordsOf(value) as Word[]),
  )
}

/** `RUTX50,RUTX11`: one or more texts, not limited to a known set. */
export const textListText = () =>
  z.pipe(
    z
      .union([z.string(), z.array(z.string())])
      .check(
        z.refine(
          (value) =>
            wordsOf(value).length <= mostValues && wordsOf(value).every((one) => one !== '' && one.length <= 100),
          { error: text('forms.value_list', { count: mostValues }) },
        ),
      ),
    z.transform(wordsOf),
  )

const mostValues = 50

const wordsOf = (value: string | string[]) => [value].flat().flatMap((part) => part.split(','))
