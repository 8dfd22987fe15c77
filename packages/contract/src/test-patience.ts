/**
 * Seconds after which tests give up: the only place with waits of more than ten. They suit a machine that is four times
 * as slow as usual, and cost nothing where all is well. A test that measures time itself does not use them.
 */
const seconds = {
  /** A test that starts no server. */
  unitTest: 30,
  /** A test, and what is done before and after it. */
  test: 120,
  /** A test that runs an agent. */
  agentTest: 180,
  /** A test of storms, kills and restarts. */
  longTest: 600,
  /** Whatever takes less than a second on a quiet machine. */
  condition: 45,
  /** The same in a browser. */
  shown: 30,

  // Each of these takes more than a second on a quiet machine.
  /** Start of a server as a process, with a database of its own. */
  serverStart: 90,
  serverEnd: 20,
  /** Import of a spreadsheet. */
  import: 60,
  /** Enrolment of a fleet, up to its first reports. */
  fleetOnline: 60,
  /** Installation of an agent by a pasted line. */
  installation: 60,
  /** Restart of a simulated device. */
  restart: 40,
  /** Next value of a device that reports every ten seconds. */
  report: 40,
  /** An agent fetches its next version, restarts and is confirmed. */
  agentUpdate: 90,
  /** A simulated device fetches 3 MB, checks and writes them, and restarts. */
  firmwareUpdate: 90,
  /** Next row of what is recorded once a minute. */
  everyMinute: 150,
  /** A device of the demo sends its history before what it measures now. */
  history: 150,
  /** A demo's device that was offline at the start comes back. */
  comesBack: 150,
  /** Prompt of a shell in a browser. */
  shell: 20,
} as const

/** The same in milliseconds. */
export const patience = Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, value * 1000])) as {
  [Name in keyof typeof seconds]: number
}
