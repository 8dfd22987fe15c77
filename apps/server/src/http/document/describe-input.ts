import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { refs } from '@longreach/contract/ids'
import { shapeOf } from '../../endpoint/choose-fields.ts'
import { accepts, definitionOf } from '../../endpoint/schema-parts.ts'
import { bodyExamples } from './body-examples.ts'
import { exampleOf } from './examples.ts'
import { parameterTexts } from './parameter-texts.ts'

/** Fields of an object; none of any other schema. */
export const fieldsOf = (schema: Schema) => shapeOf(schema) ?? {}

function objectOf(schema: Schema): string | undefined {
  const known = refs.get(schema as never)
  if (known) return known.ref.replaceAll('_', ' ')
  const { innerType, in: input, element } = definitionOf(schema)
  const inner = innerType ?? input ?? element
  return inner && objectOf(inner)
}

/** Undefined if the table lacks the parameter, which a test refuses. */
function describe(name: string, schema: Schema, place: 'path' | 'query'): string | undefined {
  if (name.startsWith('ne:')) return `Excludes rows with these values of \`${name.slice(3)}\`; rows without one stay`
  const object = objectOf(schema) ?? /^(\w+)_id$/.exec(name)?.[1]
  const known = parameterTexts[name.replace(/_2$/, '')]
  if (known) return name.endsWith('_2') ? `${known}, of the second modem` : known
  if (object === undefined) return undefined
  if (place === 'path') return `Id of the ${object}`
  return `Id of the ${object}; several separated by commas where the list accepts them`
}

/** Description and example of a parameter. */
export const describeParameter = (name: string, schema: Schema, place: 'path' | 'query') => ({
  description: describe(name, schema, place),
  example: exampleOf(schema, name),
})

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Description and example of a body, which name the fields that it needs. */
export function describeBody({ name, body, kind, files = {} }: AnyEndpoint): {
  description: string
  example?: unknown
} {
  if (kind === 'stream') return { description: 'The bytes of the file' }
  const fields = Object.entries(fieldsOf(body as Schema))
  const needed = fields.filter(([, schema]) => !accepts(schema, undefined)).map(([field]) => field)
  const others = fields.map(([field]) => field).filter((field) => !needed.includes(field))
  const parts = [
    ['Files', Object.keys(files)],
    ['Required', needed],
    ['Optional', others],
  ] as const
  const said = parts.flatMap(([heading, names]) => (names.length > 0 ? [`${heading}: ${listed(names)}.`] : []))
  return {
    description: said.join(' ') || 'An object without fields.',
    example: bodyExamples[name] ?? exampleOf(body as Schema),
  }
}
