import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'

/** Number of waiting events of one handler, and of those that failed at least once. */
export interface WaitingEvents {
  handler: string
  waiting: number
  failing: number
}

export async function countWaiting(db: Db): Promise<WaitingEvents[]> {
  const { rows } = await sql<WaitingEvents>`
    SELECT handler, count(*) AS waiting, count(*) FILTER (WHERE attempts > 0) AS failing FROM events
    GROUP BY handler ORDER BY handler`.execute(db)
  return rows
}

export function createEventMetrics(registry: Registry, counts: () => readonly WaitingEvents[]) {
  const options = { labelNames: ['handler'] as const, registers: [registry] }
  const gauge = (name: string, help: string, value: (count: WaitingEvents) => number) =>
    new Gauge({
      ...options,
      name,
      help,
      collect() {
        this.reset()
        for (const count of counts()) this.set({ handler: count.handler }, value(count))
      },
    })
  gauge('events_waiting', 'Events that wait for their handler', ({ waiting }) => waiting)
  gauge('events_failing', 'Events whose handler failed and will be tried again', ({ failing }) => failing)
  return {
    handled: new Counter({ ...options, name: 'events_handled_total', help: 'Events handled on this node' }),
    failures: new Counter({ ...options, name: 'event_failures_total', help: 'Failed attempts to handle an event' }),
  }
}
