import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '../endpoint.ts'
import { endpoints } from '../index.ts'

type Definition = Record<string, unknown> & { type: string }

/** All texts in a body, with the way to each. */
function textsIn(schema: Schema, way: readonly string[] = []): [string, Schema][] {
  const definition = schema._zod.def as unknown as Definition
  const within = (inner: unknown) => textsIn(inner as Schema, way)
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape as Record<string, Schema>).flatMap(([key, one]) =>
        textsIn(one, [...way, key]),
      )
    case 'array':
      return within(definition.element)
    case 'optional':
    case 'nullable':
    case 'default':
      return within(definition.innerType)
    case 'pipe':
      return within(definition.in)
    case 'union':
      return (definition.options as Schema[]).flatMap(within)
    case 'string':
      return [[way.join('.'), schema]]
    default:
      return []
  }
}

/**
 * Names of other things: people, files with their place, variables in commands, who signs in to a device, and those a
 * filter looks for.
 */
const others = /username|first_name|last_name|variables\.name|filter\.name|^files\.\S* name$/

const names = endpoints.flatMap(({ name, body }) =>
  body
    ? textsIn(body)
        .filter(([way]) => /(^|[._])name$|^title$/.test(way))
        .map(([way, schema]) => [`${name} ${way}`, schema] as const)
        .filter(([called]) => !others.test(called))
    : [],
)

test('S5.4: no call takes a name with a forbidden character', () => {
  expect(names.length).toBeGreaterThan(25)
  const taken = names.filter(([, schema]) =>
    [...'~!#$&*()[]{}<>?\'|;`/:\\"'].some((sign) => z.safeParse(schema, `Bus${sign}12`).success),
  )
  expect(taken.map(([called]) => called)).toEqual([])
  const refused = names.filter(([, schema]) => !z.safeParse(schema, 'Bus-12').success)
  expect(refused.map(([called]) => called)).toEqual([])
})
