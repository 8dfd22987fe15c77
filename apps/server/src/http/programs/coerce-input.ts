import type { Schema } from '@longreach/contract/endpoint'
import * as z from 'zod/mini'

/** The parts of the definition of a schema that the walk reads. */
interface Def {
  type: string
  /** Schema of fields that the shape lacks; set for objects that refuse them. */
  catchall?: Schema
  /** The field whose value says which option it is. */
  discriminator?: string
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
  shape?: Readonly<Record<string, Schema>>
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  valueType?: Schema
  getter?: () => Schema
}

const defOf = (schema: Schema) => (schema as unknown as { def: Def }).def

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success

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

function coerceFields({ shape = {}, catchall }: Def, given: object): object {
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
function coerceUnion(schema: Schema, { options = [], discriminator }: Def, value: unknown): unknown {
  if (discriminator !== undefined) {
    const kind = isObject(value) ? value[discriminator] : undefined
    const option = options.find((one) => {
      const schema = defOf(one).shape?.[discriminator]
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
  const objects = options.filter((option) => defOf(option).type === 'object')
  return objects.length === 1 && isObject(value) ? coerceInput(objects[0]!, value) : value
}

/** Longest list of an array's schema. */
const mostItems = ({ checks = [] }: Def): number =>
  Math.min(...checks.flatMap(({ _zod: { def } }) => (def.check === 'max_length' ? [def.maximum ?? 0] : [])))

/**
 * Input of a program as the schema expects it: text as numbers where it expects those, `0` and `1` as booleans where it
 * expects those, and fields without their empty text where that is no value. Anything else is left to the schema.
 */
export function coerceInput(schema: Schema, value: unknown): unknown {
  const def = defOf(schema)
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
      return coerceInput(defOf(def.in!).type === 'transform' ? def.out! : def.in!, value)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return coerceInput(def.innerType!, value)
    case 'lazy':
      return coerceInput(def.getter!(), value)
    default:
      return value
  }
}
