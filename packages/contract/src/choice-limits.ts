/** Default maximum of rows of one bulk call, named or selected by its filter. */
export const mostChosen = 1000

/** Devices of one action, or of one change of tags. */
export const mostDevices = 10_000
