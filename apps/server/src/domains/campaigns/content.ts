import * as z from 'zod/mini'
import { Problem } from '../../endpoint/problem.ts'

/** Parses a caller's request by the schema of its kind. Throws with the fields that are wrong. */
export function readContent<Schema extends z.ZodMiniType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, request)
  if (parsed.success) return parsed.data
  throw new Problem('VALIDATION_FAILED', {
    errors: parsed.error.issues.map(({ path, message }) => ({
      code: 'VALIDATION_FAILED',
      source: ['content', ...path].join('.'),
      message,
    })),
  })
}
