/** SQLSTATE and network codes: PostgreSQL stops, starts or cannot be reached. */
const codes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
])
/** Driver errors without a code; the second one comes from a transaction that can no longer be rolled back. */
const messages = [
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
]

/** True if the error means that the database is unavailable: a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (code !== undefined && codes.has(code)) || (message !== undefined && messages.includes(message))
}
