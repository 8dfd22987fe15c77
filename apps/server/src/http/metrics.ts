import type { FastifyInstance } from 'fastify'
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

/** `GET /metrics` for Prometheus, and the times of every endpoint. */
export function answerMetrics(app: FastifyInstance, metrics: Metrics): void {
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics.registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint) times.observe({ endpoint, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
