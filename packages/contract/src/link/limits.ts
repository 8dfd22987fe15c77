/** Limits for both ends of the link. Bytes count the line without its newline. */
export const linkLimits = {
  /** The server supports it and the previous one; so does an agent that is refused for being too new. */
  protocol: 2,
  upLineBytes: 8192,
  downLineBytes: 4000,
  /** Bytes of an escaped command within such a line. */
  downCommandBytes: 3920,
  /** Unacknowledged lines with reports, of one report or a batch each. */
  unacknowledgedReports: 4,
  /** Per line. */
  batchReports: 100,
  parameters: 200,
  textValue: 256,
  eventText: 500,
  /** Output of one command; the rest is cut off. */
  resultBytes: 65536,
  /** Per line of a result. */
  resultPartBytes: 6000,
  execBytes: 2000,
  /** Agents also give up after it. */
  tunnelsPerDevice: 8,
} as const

/** Seconds. `welcome` contains the values for one device. */
export const linkTimes = {
  keepaliveDefault: 300,
  keepaliveMetered: 900,
  keepaliveDemo: 60,
  /** Time for which the reports of a metered connection are collected. */
  batchMetered: 1800,
  /** Interval at which an agent checks its configuration for changes. */
  configCheck: 600,
  offlineAfter: 1.5,
  retryMax: 600,
  stableAfter: 300,
  readyWithin: 30,
  tunnelWithin: 15,
  ticketLife: 30,
  /** Validity of a file ticket; it can be used repeatedly meanwhile, to resume after a disconnect. */
  fileTicketLife: 900,
  /** Time for which a device tries to fetch content for `fetch`. */
  fetchWithin: 7200,
  tunnelKeepalive: 15,
  tunnelMisses: 3,
  nodeLease: 10,
  nodeSilent: 30,
} as const

export const gatewayPort = 15009
