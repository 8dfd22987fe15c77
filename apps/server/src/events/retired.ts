/** Handlers that modules no longer have: their waiting events are deleted at the next start. */
export const retiredHandlers: readonly string[] = []
