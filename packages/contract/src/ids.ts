import * as z from 'zod/mini'
import { text } from './i18n.ts'
import type { Ref } from './names.ts'
import { intText } from './page.ts'

/**
 * The kind of object of each id in a schema. The endpoint tests use it to put another company's id in every place where
 * an id can be.
 */
export const refs = z.registry<{ ref: Ref }>()

/** An id in a JSON body or response: an integer from 1. */
export function id(ref: Ref) {
  return z.int().check(z.minimum(1)).register(refs, { ref })
}

/** An id of a company; 0 is the platform owner. */
export function companyId() {
  return z.int().check(z.minimum(0)).register(refs, { ref: 'company' })
}

/** An id in a path or query, where it arrives as text. */
export function idText(ref: Ref) {
  return intText(1).register(refs, { ref })
}

/** An id of a company in a query; 0 is the platform owner. */
export function companyIdText() {
  return intText(0).register(refs, { ref: 'company' })
}

const digits = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)

/** `id=1,2` in a query; repeated names count as one list. */
export function idListText(ref: Ref) {
  return z
    .pipe(
      z.union([z.string(), z.array(z.string()), z.array(z.number()), z.number()]),
      z.transform((value) => [value].flat().flatMap((part) => String(part).split(',').map(digits))),
    )
    .check(
      z.refine((ids) => ids.length <= 1000 && ids.every((one) => Number.isSafeInteger(one) && one >= 1), {
        error: text('forms.id_list'),
      }),
    )
    .register(refs, { ref })
}
