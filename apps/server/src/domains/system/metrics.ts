import type { Metrics } from '../../http/metrics.ts'
import type { Room } from './room.ts'

/** Whether there is room, for who watches. */
export function roomMetrics(metrics: Pick<Metrics, 'gauge'>, room: Room): void {
  metrics.gauge('room_for_changes', '1 while changes and reports are taken', () => (room.takesChanges() ? 1 : 0))
  metrics.gauge('room_free_bytes', 'Free on the fullest disk of the data', () => room.free() ?? 0)
}
