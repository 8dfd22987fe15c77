import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'

/** `GET /metrics` for Prometheus, and the durations of every endpoint. */
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
    return metrics.text()
  })
}
