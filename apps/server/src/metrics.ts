import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** All of them, with those of the process, in the format of Prometheus. */
  text(): Promise<string>
  counter(name: string, help: string): (amount?: number) => void
  gauge(name: string, help: string, read: () => number): void
  histogram(name: string, help: string, buckets: number[]): (value: number) => void
}

/** Metrics of the process. What observes it cannot be ended and keeps its registry: no server has one of its own. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
// Open to anyone who reaches the port, who need not know the version.
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
