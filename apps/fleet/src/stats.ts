export interface Snapshot {
  online: number
  connects: number
  refusals: number
  acknowledged: number
  values: number
  /** Milliseconds from sending to acknowledgement; null if there were none. */
  p50: number | null
  p99: number | null
}

export interface Stats {
  online(change: 1 | -1): void
  connected(): void
  refused(): void
  acknowledged(values: number, milliseconds: number): void
  /** Counts since the last call, and the number of devices online now. */
  take(): Snapshot
}

const remembered = 20_000

export function createStats(): Stats {
  let online = 0
  let counts = { connects: 0, refusals: 0, acknowledged: 0, values: 0 }
  let latencies: number[] = []
  return {
    online(change) {
      online += change
    },
    connected() {
      counts.connects++
    },
    refused() {
      counts.refusals++
    },
    acknowledged(values, milliseconds) {
      counts.acknowledged++
      counts.values += values
      if (latencies.length < remembered) latencies.push(milliseconds)
    },
    take() {
      const sorted = latencies.sort((a, b) => a - b)
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null
      const snapshot = { online, ...counts, p50: at(0.5), p99: at(0.99) }
      counts = { connects: 0, refusals: 0, acknowledged: 0, values: 0 }
      latencies = []
      return snapshot
    },
  }
}
