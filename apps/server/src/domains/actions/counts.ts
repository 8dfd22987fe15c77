import type { ActionCounts } from '../devices/hooks.ts'
import { actionList } from './read.ts'

const dayMs = 86_400_000

export const countActions: ActionCounts = async ({ db, scope, session }) => {
  const { userId, permissions } = session
  if (!permissions.has('view_device_logs')) return {}
  const reader = { scope, userId, permissions }
  const running = await actionList.count(db, reader, { stage: 'running' })
  const failed = await actionList.count(db, reader, { state: 'failed', start_date: new Date(Date.now() - dayMs) })
  return { running: running.total, failed: failed.total }
}
