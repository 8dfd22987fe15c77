import { Counter, Gauge, type Registry } from 'prom-client'
import type { GatewayMetrics } from './metrics.ts'

/** The gateway's callbacks as Prometheus counters. */
export function gatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name, help, labelNames: [label] as const, registers })
  const connections = counter('gateway_connections_total', 'Connections by outcome', 'outcome')
  const refused = counter('gateway_refused_total', 'Refusals sent, by code', 'code')
  const lines = counter('gateway_lines_total', 'Lines from devices, by verb', 'verb')
  const badLines = counter('gateway_bad_lines_total', 'Lines that could not be used, by verb', 'verb')
  const dropped = counter('gateway_dropped_total', 'Links closed by the gateway, by reason', 'reason')
  const forwards = counter('gateway_forwards_total', 'Tunnels opened by devices, by outcome', 'outcome')
  const uninvited = counter('gateway_uninvited_total', 'Unexpected requests from devices, by kind', 'what')
  const tunnels = new Gauge({ name: 'gateway_tunnels', help: 'Tunnels open on this node', registers })
  const files = counter('gateway_files_total', 'Files requested by devices, by outcome', 'outcome')
  const fileBytes = new Counter({ name: 'gateway_file_bytes_total', help: 'Bytes of files sent to devices', registers })
  const links = new Gauge({ name: 'gateway_links', help: 'Devices connected to this node', registers })
  return {
    connection: (outcome) => connections.inc({ outcome }),
    refused: (code) => refused.inc({ code: String(code) }),
    line: (verb) => lines.inc({ verb }),
    badLine: (verb) => badLines.inc({ verb: /^[a-z]+$/.test(verb) ? verb : 'other' }),
    dropped: (reason) => dropped.inc({ reason }),
    links: (open) => links.set(open),
    forward: (outcome) => forwards.inc({ outcome }),
    uninvited: (what) => uninvited.inc({ what }),
    tunnels: (open) => tunnels.set(open),
    file: (outcome) => files.inc({ outcome }),
    fileBytes: (sent) => fileBytes.inc(sent),
  }
}
