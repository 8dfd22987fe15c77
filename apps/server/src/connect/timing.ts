/** Times of remote sessions, in milliseconds. */
export const connectTiming = {
  /** For the TLS handshake with a target. */
  handshake: 20_000,
  /** A connection to a target waits for the next request. */
  idle: 20_000,
  /** A target may be silent once it has heard everything; writing a firmware takes some minutes. */
  silence: 300_000,
  /** From the first byte of a shell to being signed in, without the time a person thinks about a host key. */
  signIn: 20_000,
  /** Between signs of life on a shell's connection. */
  keepalive: 15_000,
  /** A person may think about credentials or a host key. */
  thinking: 120_000,
  /** Between updates of the time left in a shell. */
  timeLeft: 10_000,
  /** A port waits for the session it was reserved for. */
  portReservation: 60_000,
} as const
