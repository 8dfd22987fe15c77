import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

export function sortsOf(list: Endpoint): readonly string[] {
  if (list.sorts) return list.sorts
  const { shape } = list.query as unknown as { shape: { sort: z.ZodMiniOptional<z.ZodMiniEnum> } }
  return shape.sort.def.innerType.options.map(String).filter((sort) => !sort.startsWith('-'))
}
