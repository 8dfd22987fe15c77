import type { Schema } from '@longreach/contract/endpoint'
import { accepts, type Definition, definitionOf, inputOf } from '../../endpoint/schema-parts.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plain decimal text as its number; anything else unchanged, for the schema to refuse. */
const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value

const booleans = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  [1, true],
  ['0', false],
  ['false', false],
  [0, false],
])

function coerceFields({ shape = {}, catchall }: Definition, given: object): object {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (!schema) return [[name, value]]
      const read = coerceInput(schema, value)
      // Programs send empty text for what they leave out; where it is a value, it clears a field. In a filter it is
      // refused like a filter that does not exist: without it a change would apply to more than was meant.
      return read === '' && !catchall && !accepts(schema, '') ? [] : [[name, read]]
    }),
  )
}

/** The first option that the value fits, as it is or coerced. */
function coerceUnion(schema: Schema, { options = [], discriminator }: Definition, value: unknown): unknown {
  if (discriminator !== undefined) {
    const kind = isObject(value) ? value[discriminator] : undefined
    const option = options.find((one) => {
      const schema = definitionOf(one).shape?.[discriminator]
      return schema !== undefined && accepts(schema, kind)
    })
    return option ? coerceInput(option, value) : value
  }
  if (accepts(schema, value)) return value
  for (const option of options) {
    const read = coerceInput(option, value)
    if (accepts(option, read)) return read
  }
  // The only option of its kind, so that the schema names the field that is wrong.
  const objects = options.filter((option) => definitionOf(option).type === 'object')
  return objects.length === 1 && isObject(value) ? coerceInput(objects[0]!, value) : value
}

/** Longest list of an array's schema. */
const mostItems = ({ checks = [] }: Definition): number =>
  Math.min(...checks.flatMap(({ _zod: { def } }) => (def.check === 'max_length' ? [def.maximum ?? 0] : [])))

/**
 * Input of a program as the schema expects it: text as numbers where it expects those, `0` and `1` as booleans where it
 * expects those, and fields without their empty text where that is no value. Anything else is left to the schema.
 */
export function coerceInput(schema: Schema, value: unknown): unknown {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'number':
      return asNumber(value)
    case 'boolean':
      return booleans.get(value) ?? value
    case 'object':
      return isObject(value) ? coerceFields(def, value) : value
    case 'array':
      // One that is too long is refused unread.
      return Array.isArray(value) && value.length <= mostItems(def)
        ? value.map((one) => coerceInput(def.element!, one))
        : value
    case 'record':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, coerceInput(def.valueType!, one)]))
        : value
    case 'union':
      return coerceUnion(schema, def, value)
    case 'pipe':
      return coerceInput(inputOf(def), value)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return coerceInput(def.innerType!, value)
    default:
      return value
  }
}
