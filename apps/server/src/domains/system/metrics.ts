import type { Metrics } from '../../metrics.ts'
import type { DiskSpace } from './disk-space.ts'

export function diskSpaceMetrics(metrics: Pick<Metrics, 'gauge'>, space: DiskSpace): void {
  metrics.gauge('changes_accepted', '1 while changes and reports are accepted', () => (space.takesChanges() ? 1 : 0))
  metrics.gauge('disk_free_bytes', 'Bytes free on the fullest disk of the data', () => space.free() ?? 0)
}
