const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** The statement failed because of a full disk. */
export const isFull = (error: unknown) => codeOf(error) === '53100'

/** The database is read-only: a standby, or set so by an operator. */
export const isReadOnly = (error: unknown) => codeOf(error) === '25006'
