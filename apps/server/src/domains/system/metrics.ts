import type { Metrics } from '../../metrics.ts'
import type { DiskSpace } from './disk-space.ts'

export function diskSpaceMetrics(metrics: Pick<Metrics, 'gauge'>, space: DiskSpace): void {
  metrics.gauge('room_for_changes', '1 while changes and reports are taken', () => (space.takesChanges() ? 1 : 0))
  metrics.gauge('room_free_bytes', 'Free on the fullest disk of the data', () => space.free() ?? 0)
}
