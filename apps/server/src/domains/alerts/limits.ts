import { linkTimes } from '@longreach/contract/link/limits'

/** Seconds a device may be without a connection before that is an alert: links are replaced, devices restart. */
export const shortAbsence = 60

/** The same when the server ended the connection: until devices have tried again at the latest. */
export const serverAbsence = linkTimes.retryMax + shortAbsence

/** Seconds after which a report is too old for an alert, beside the time its device collects reports for. */
export const lateAfter = 15 * 60

/** Metres, and share of the radius, by which a device has to be outside of a geofence to have left it. */
export const geofenceMargin = { metres: 20, share: 0.05 } as const

/** Ports of a device whose links are remembered: names come from the device. */
export const portsKnown = 100

/** Seconds between two looks at the mobile data of a rule. */
export const usageLook = { soonest: 5 * 60, latest: 6 * 3600 } as const

/** The next look is before the limit could be reached at so many times the average. */
export const usageFaster = 4

/** Rules looked at in one transaction. */
export const looksAtOnce = 100
