import type { Schema } from '@longreach/contract/endpoint'
import * as z from 'zod/mini'

/** The parts of zod's definition of a schema that are read to walk through it. */
export interface Definition {
  type: string
  shape?: Readonly<Record<string, Schema>>
  /** Schema of fields that the shape lacks; set for objects that refuse them. */
  catchall?: Schema
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  /** The field whose value says which option it is. */
  discriminator?: string
  valueType?: Schema
  defaultValue?: unknown
  values?: readonly unknown[]
  entries?: Readonly<Record<string, unknown>>
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}

export const definitionOf = (schema: Schema) => (schema as unknown as { def: Definition }).def

/** The schema of what goes into a pipe, which may begin with a transformation. */
export const inputOf = ({ in: input, out }: Definition): Schema =>
  definitionOf(input!).type === 'transform' ? out! : input!

export const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success
