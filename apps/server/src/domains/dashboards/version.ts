import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'

/** Throws CONFLICT if another page saved the dashboard after the caller read that version. */
export function checkVersion(current: number, read: number): void {
  if (read !== current) throw new Problem('CONFLICT', { source: 'version', message: text('dashboards.changed') })
}
