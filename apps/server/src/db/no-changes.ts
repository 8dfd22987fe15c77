const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** The statement met a full disk. */
export const isFull = (error: unknown) => codeOf(error) === '53100'

/** The database only answers: a standby, or one an operator keeps from changes. */
export const isReadOnly = (error: unknown) => codeOf(error) === '25006'
