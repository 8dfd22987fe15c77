/** Handlers that modules no longer have: what still waits for them is deleted at the next start. */
export const retiredHandlers: readonly string[] = []
