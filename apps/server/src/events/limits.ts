/** Milliseconds between polls for events: they are handled within a second. */
export const pollMs = 250
/** Milliseconds between polls for handlers that a newer release added. */
export const refreshMs = 5000
export const batchSize = 500
/** Handlers a node runs at once, each with a database connection. */
export const handlersAtOnce = 4
/** Failures after which a handler is paused until its next attempt. */
export const failuresInBatch = 20
/** Seconds until the next attempt: doubled with each failure, up to the maximum. */
export const backoff = { first: 1, most: 60 } as const
/** Milliseconds between two counts for the metrics. */
export const countMs = 15_000
