/** Times of remote sessions, in milliseconds. */
export const connectTiming = {
  /** For the TLS handshake with a target. */
  handshake: 20_000,
  /** How long a connection to a target waits for the next request. */
  idle: 20_000,
  /** How long a target may be silent after the request; writing firmware takes some minutes. */
  silence: 300_000,
  /** From the first byte of a shell to being signed in, without the time a user takes to decide about a host key. */
  signIn: 20_000,
  /** Between keep-alives on a shell's connection. */
  keepalive: 15_000,
  /** How long a user may take for credentials or a host key. */
  thinking: 120_000,
  /** Between updates of the remaining time in a shell. */
  timeLeft: 10_000,
  /** How long a port waits for the session it was reserved for. */
  portReservation: 60_000,
} as const
