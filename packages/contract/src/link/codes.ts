import { type Text, text } from '../i18n.ts'

/**
 * Result codes of a connection attempt (spec §4). 0, 10, 12, 20 and 104 read 'Device attempted to connect'; codes from
 * 200 are specific to this system.
 */
export const linkCodes = {
  ok: 0,
  sameSerialOtherMac: 7,
  unknownDevice: 10,
  wrongProof: 12,
  monitoringOff: 14,
  noCredit: 15,
  keyRenewed: 20,
  connectionReset: 104,
  badHello: 200,
  protocolTooOld: 201,
  busy: 202,
  tooManyAttempts: 203,
  revoked: 204,
  keySpent: 205,
  needsApproval: 206,
  badLine: 207,
  replaced: 208,
  badTicket: 209,
  notApproved: 210,
} as const

export type LinkCode = (typeof linkCodes)[keyof typeof linkCodes]

/** One-line reason for a code, for the device's log and the connection manager. The device gets it in English. */
export const linkReasons = Object.fromEntries(
  Object.values(linkCodes).map((code) => [code, text(`devices.link_${code}`)]),
) as Record<LinkCode, Text>

/** Reason for the code in a stored row; the number for a code that only a newer release knows. */
export const linkReason = (code: number): Text =>
  (linkReasons as Record<number, Text>)[code] ?? text('devices.link_unknown', { code })
