/** PostgreSQL ends, starts or cannot be reached. */
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
/** What the driver says without a code; the second of a transaction that cannot be taken back any more either. */
const messages = [
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
]

/** Whether something failed for want of the database: it may go through later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (code !== undefined && codes.has(code)) || (message !== undefined && messages.includes(message))
}
