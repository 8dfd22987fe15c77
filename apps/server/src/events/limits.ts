/** Milliseconds between two looks for events; a module learns of an event within a second. */
export const pollMs = 250
/** Milliseconds between two looks for handlers that a newer release brought. */
export const refreshMs = 5000
/** Events a handler gets at once. */
export const batchSize = 500
/** Handlers a node serves at once, each with a connection to the database. */
export const handlersAtOnce = 4
/** Failures after which a handler is left alone until the next attempt. */
export const failuresInBatch = 20
/** Seconds until the next attempt: doubled with each failure up to the most. */
export const backoff = { first: 1, most: 60 } as const
/** Milliseconds between two counts for the metrics. */
export const countMs = 15_000
