import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** All metrics, including those of the process, in Prometheus format. */
  text(): Promise<string>
  counter(name: string, help: string): (amount?: number) => void
  gauge(name: string, help: string, read: () => number): void
  histogram(name: string, help: string, buckets: number[]): (value: number) => void
}

/**
 * Metrics of the process. Their observers cannot be removed and keep the registry, so that all servers of a process
 * share it.
 */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
// Anyone who reaches the port can read the metrics, and need not know the version.
ofProcess.removeSingleMetric('nodejs_version_info')

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    text: () => Registry.merge([ofProcess, registry]).metrics(),
    counter(name, help) {
      const counter = new Counter({ name, help, registers })
      return (amount = 1) => counter.inc(amount)
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers })
      return (value) => histogram.observe(value)
    },
  }
}
