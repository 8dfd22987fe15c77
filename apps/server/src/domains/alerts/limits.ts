import { linkTimes } from '@longreach/contract/link/limits'

/** Seconds for which a device may be disconnected before that is an alert: links are replaced, devices restart. */
export const shortAbsence = 60

/** Seconds after the server ended the connection: includes the longest time until devices retry. */
export const serverAbsence = linkTimes.retryMax + shortAbsence

/** Seconds after which a report is too old for an alert, beyond the time for which its device collects reports. */
export const lateAfter = 15 * 60

/** Metres, and share of the radius, by which a device must be outside a geofence to have left it. */
export const geofenceMargin = { metres: 20, share: 0.05 } as const

/** Most ports of a device whose links are stored: the device supplies the names. */
export const portsKnown = 100

/** Bytes in a MB, the unit of a rule's data limit. */
export const megabyte = 1024 * 1024

/** Seconds between two checks of a rule's mobile data. */
export const usageLook = { soonest: 5 * 60, latest: 6 * 3600 } as const

/** The next check is due before the limit could be reached at this multiple of the average rate. */
export const usageFaster = 4

/** Rules checked in one transaction. */
export const looksAtOnce = 100
