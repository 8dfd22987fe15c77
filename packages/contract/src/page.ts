import * as z from 'zod/mini'

export const pageLimits = { default: 10, max: 100 } as const

/** Fields that the global search requests of every list; a list leaves out those that it does not have. */
export const searchedFields = ['id', 'name', 'status', 'email', 'protocol', 'enabled', 'color'] as const

const plain = /^-?\d+$/

/** A whole number in a path or query, as plain digits: `0x5`, `1e3` and digits with spaces are none. */
export const intText = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.transform((value: number | string) => (typeof value === 'string' && plain.test(value) ? Number(value) : value)),
    z.int().check(z.minimum(min), z.maximum(max)),
  )

/** `true`, `false`, `1`, `0` in a query. */
export const flagText = () =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
    z.transform((value) => value === true || value === 'true' || value === '1'),
  )

export const searchText = () => z.optional(z.string().check(z.trim(), z.maxLength(100)))

/**
 * The query of every list: `limit` (default 10, at most 100), `offset`, `cursor` (from `meta.next`; takes precedence
 * over offset), `q`, `sort` (one of the named columns, `-` in front for descending), `fields`, `fields_only`.
 */
export function listQuery<const Sort extends readonly [string, ...string[]], Filters extends z.core.$ZodShape>(
  sort: Sort,
  filters: Filters,
) {
  type Sorted = Sort[number] | `-${Sort[number]}`
  const sorts = sort.flatMap((column) => [column, `-${column}`]) as [Sorted, ...Sorted[]]
  return z.object({
    limit: z._default(intText(0, pageLimits.max), pageLimits.default),
    offset: z._default(intText(0, Number.MAX_SAFE_INTEGER), 0),
    cursor: z.optional(z.string().check(z.maxLength(500))),
    q: searchText(),
    sort: z.optional(z.enum(sorts)),
    fields: z.optional(z.string().check(z.maxLength(2000))),
    fields_only: z.optional(flagText()),
    ...filters,
  })
}

export const listMeta = z.object({
  total: z.int(),
  /** True if `total` is only a lower bound. */
  capped: z.optional(z.boolean()),
  /** Cursor of the next page; null at the end. */
  next: z.optional(z.nullable(z.string())),
  /** Names of the available fields, for `fields_only`. */
  fields: z.optional(z.array(z.string())),
})
export type ListMeta = z.infer<typeof listMeta>
