/** Limits both ends of the link keep. Bytes count the line without its newline. */
export const linkLimits = {
  /** The server speaks it and the one before; so does an agent that is refused for being too new. */
  protocol: 2,
  upLineBytes: 8192,
  downLineBytes: 4000,
  /** Lines with reports that are not acknowledged, of one each or of a batch. */
  unacknowledgedReports: 4,
  /** In one line. */
  batchReports: 100,
  parameters: 200,
  textValue: 256,
  eventText: 500,
  /** Output of one command; what is beyond is cut. */
  resultBytes: 65536,
  /** Of one line of a result. */
  resultPartBytes: 6000,
  execBytes: 2000,
  /** Agents give up beyond it as well. */
  tunnelsPerDevice: 8,
} as const

/** Seconds. `welcome` carries what holds for one device. */
export const linkTimes = {
  keepaliveDefault: 300,
  keepaliveMetered: 900,
  keepaliveDemo: 60,
  /** How long the reports of a metered connection are collected. */
  batchMetered: 1800,
  offlineAfter: 1.5,
  retryMax: 600,
  stableAfter: 300,
  readyWithin: 30,
  tunnelWithin: 15,
  ticketLife: 30,
  /** Of a file; it may be used again meanwhile, to go on where a connection broke. */
  fileTicketLife: 900,
  tunnelKeepalive: 15,
  tunnelMisses: 3,
  nodeLease: 10,
  nodeSilent: 30,
} as const

export const gatewayPort = 15009
