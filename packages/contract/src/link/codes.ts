/**
 * Result codes of a connection attempt (spec §4). 0, 10, 12, 20 and 104 read 'Device attempted to connect';
 * codes from 200 are our own.
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
} as const

export type LinkCode = (typeof linkCodes)[keyof typeof linkCodes]

/** The reason beside a code, in one line, for the device's log and the connection manager. */
export const linkReasons: Record<LinkCode, string> = {
  0: 'Connected',
  7: 'A device with an identical serial number but a different MAC is already registered',
  10: 'Device could not be verified',
  12: 'Device could not be verified',
  14: 'Monitoring is disabled',
  15: 'No active credit',
  20: 'Device key renewed',
  104: 'Connection reset before the device was welcomed',
  200: 'The hello is malformed',
  201: 'The agent is too old for this server',
  202: 'Server busy',
  203: 'Too many attempts',
  204: 'Access of this device was revoked',
  205: 'The enrolment key is used up or expired',
  206: 'Waits for an administrator to approve the reset device',
  207: 'The line breaks the protocol',
  208: 'The device connected again',
  209: 'The ticket of a tunnel or file is not valid',
}
