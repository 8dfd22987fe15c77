/** Callbacks for the gateway's counters, so that it does not depend on the metrics library. */
export interface GatewayMetrics {
  connection(outcome: 'accepted' | 'over_cap' | 'over_address_cap' | 'too_slow' | 'displaced' | 'broken'): void
  /** A `refused` line was sent, for any reason. */
  refused(code: number): void
  line(verb: string): void
  /** A line, or the content of a report, that could not be used. */
  badLine(verb: string): void
  /** A link was closed by the gateway itself. */
  dropped(reason: 'silent' | 'behind' | 'too_fast' | 'line_too_long' | 'protocol' | 'database' | 'superseded'): void
  links(open: number): void
  forward(outcome: 'opened' | 'bad_ticket' | 'late'): void
  /** A request that the device was not asked for, such as another channel or a second forward. */
  uninvited(what: string): void
  tunnels(open: number): void
  /** Outcome of a file that a device requested, or of a part that it sent. */
  file(outcome: 'sent' | 'received' | 'refused' | 'aborted' | 'bad_ticket' | 'bad_offset' | 'busy'): void
  fileBytes(sent: number): void
}

function nothing(): void {}

export const noMetrics: GatewayMetrics = {
  connection: nothing,
  refused: nothing,
  line: nothing,
  badLine: nothing,
  dropped: nothing,
  links: nothing,
  forward: nothing,
  uninvited: nothing,
  tunnels: nothing,
  file: nothing,
  fileBytes: nothing,
}
