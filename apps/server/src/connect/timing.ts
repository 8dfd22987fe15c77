/** Times of remote sessions, in milliseconds. */
export const connectTiming = {
  /** TLS handshake with a target. */
  handshake: 20_000,
  /** Idle connection to a target, until the next request. */
  idle: 20_000,
  /** Silence of the target after a request; writing firmware takes some minutes. */
  silence: 300_000,
  /** From the first byte of a shell to the sign-in, without the time a user takes to decide about a host key. */
  signIn: 20_000,
  /** Interval of keep-alives on a shell's connection. */
  keepalive: 15_000,
  /** For a user to enter credentials or decide about a host key. */
  thinking: 120_000,
  /** Interval of updates of the remaining time in a shell. */
  timeLeft: 10_000,
  portReservation: 60_000,
} as const
