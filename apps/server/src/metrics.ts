import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  counter(name: string, help: string): (amount?: number) => void
  gauge(name: string, help: string, read: () => number): void
  histogram(name: string, help: string, buckets: number[]): (value: number) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Open to anyone who reaches the port, who need not know the version.
  registry.removeSingleMetric('nodejs_version_info')
  return {
    registry,
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
