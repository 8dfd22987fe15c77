import * as z from 'zod/mini'
import { id, ids, topic } from '../../bus/topic.ts'

/** Alerts of these devices were raised or deleted; `place` has the companies that list them. */
export const alertsChanged = topic(
  'alerts.changed',
  z.object({
    place: z.object({ company_id: id(), l1_id: z.nullable(id()), l2_id: z.nullable(id()) }),
    deviceIds: ids(),
  }),
)

/** Alert rules of these devices were added, changed or deleted. */
export const alertRulesChanged = topic('alerts.rules', z.object({ deviceIds: ids() }))
