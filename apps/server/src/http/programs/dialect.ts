import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import type { Answer } from '../../endpoint/route.ts'
import type { Session } from '../../endpoint/session.ts'
import { bodyOf } from './bodies.ts'
import { coerceInput } from './coerce-input.ts'
import { ignoredOf, inEnvelope } from './envelope.ts'

/** How a caller writes input and reads responses. */
interface Dialect {
  read(schema: Schema | undefined, value: unknown): unknown
  write(answer: Answer): Answer
}

/** Browsers use the contract as it is. */
const plain: Dialect = { read: (_schema, value) => value, write: (answer) => answer }

/** Programs with an access token were mostly written for the API of RMS. */
export function dialectOf(endpoint: AnyEndpoint, session: Session | null, query: unknown): Dialect {
  if (session?.kind !== 'token') return plain
  return {
    read(schema, value) {
      if (!schema) return value
      return coerceInput(schema, schema === endpoint.body ? bodyOf(endpoint, value) : value)
    },
    write: (answer) => inEnvelope(endpoint, answer, ignoredOf(endpoint, query as object)),
  }
}
