import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { rowsOf } from '../../endpoint/choose-fields.ts'
import type { Answer } from '../../endpoint/route.ts'
import type { Session } from '../../endpoint/session.ts'
import { findUnstorable } from '../../endpoint/unstorable.ts'
import { bodyOf } from './bodies.ts'
import { coerceInput } from './coerce-input.ts'
import { ignoredOf, inEnvelope } from './envelope.ts'
import { pagedQuery } from './paging.ts'

/** How a caller writes input and reads responses. */
interface Dialect {
  /** Schema of the query. */
  query: Schema | undefined
  read(schema: Schema | undefined, value: unknown): unknown
  write(answer: Answer): Answer
}

/** Browsers use the contract as it is. */
const plain: Omit<Dialect, 'query'> = { read: (_schema, value) => value, write: (answer) => answer }

/** Programs with an access token were mostly written for the API of RMS. */
export function dialectOf(endpoint: AnyEndpoint, session: Session | null, query: unknown): Dialect {
  if (session?.kind !== 'token') return { query: endpoint.query, ...plain }
  const schema = rowsOf(endpoint) ? pagedQuery(endpoint) : endpoint.query
  return {
    query: schema,
    read(schema, value) {
      // A value that cannot be stored is refused as it came.
      if (!schema || findUnstorable(value)) return value
      return coerceInput(schema, schema === endpoint.body ? bodyOf(endpoint, value) : value)
    },
    write: (answer) => inEnvelope(endpoint, answer, ignoredOf(schema, query as object)),
  }
}
