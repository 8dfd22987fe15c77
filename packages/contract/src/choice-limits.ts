/** Default maximum of rows in one bulk call, named or selected by its filter. */
export const mostChosen = 1000

/** Devices of one action, one change of tags or one move. */
export const mostDevices = 10_000
