import { Counter, Histogram, type Registry } from 'prom-client'

export interface ReportMetrics {
  stored(reports: number, values: number): void
  duplicates(reports: number): void
  refusedReports(reports: number): void
  refusedValues(values: number): void
  batch(reports: number, seconds: number): void
}

export function createReportMetrics(registry: Registry): ReportMetrics {
  const registers = [registry]
  const outcome = new Counter({
    name: 'monitoring_reports_total',
    help: 'Reports of devices by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  const values = new Counter({
    name: 'monitoring_values_total',
    help: 'Values of stored reports, and values refused as unknown or implausible',
    labelNames: ['outcome'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'monitoring_batch_seconds',
    help: 'Time to commit one batch of reports',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const size = new Histogram({
    name: 'monitoring_batch_reports',
    help: 'Reports in one batch',
    buckets: [1, 5, 20, 50, 100, 200, 500, 1000, 2000],
    registers,
  })
  return {
    stored(reports, count) {
      outcome.inc({ outcome: 'stored' }, reports)
      values.inc({ outcome: 'stored' }, count)
    },
    duplicates: (reports) => outcome.inc({ outcome: 'duplicate' }, reports),
    refusedReports: (reports) => outcome.inc({ outcome: 'refused' }, reports),
    refusedValues: (count) => values.inc({ outcome: 'refused' }, count),
    batch(reports, time) {
      size.observe(reports)
      seconds.observe(time)
    },
  }
}
