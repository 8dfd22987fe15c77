/** What the gateway counts; each is a plain callback so that the counters' library stays outside. */
export interface GatewayMetrics {
  connection(outcome: 'accepted' | 'over_cap' | 'over_address_cap' | 'too_slow' | 'broken'): void
  /** A `refused` line was sent, whatever for. */
  refused(code: number): void
  line(verb: string): void
  /** A line, or a report's content, that could not be used. */
  badLine(verb: string): void
  /** A link was closed by the gateway itself. */
  dropped(reason: 'silent' | 'behind' | 'too_fast' | 'line_too_long' | 'protocol' | 'database'): void
  links(open: number): void
  /** What became of a forward a device asked for. */
  forward(outcome: 'opened' | 'bad_ticket' | 'late'): void
  /** Something nobody asked the device for: a channel, a second forward. */
  uninvited(what: string): void
  tunnels(open: number): void
  /** What became of a file a device asked for. */
  file(outcome: 'sent' | 'aborted' | 'bad_ticket' | 'bad_offset' | 'busy'): void
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
