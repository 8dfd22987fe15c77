import type { Bus } from '../../bus/bus.ts'
import type { DevicesDeleted } from '../devices/hooks.ts'
import { endDeleted } from './end-queued.ts'
import type { ActionContext } from './kinds.ts'
import { publishSteps } from './steps.ts'

/** Ends actions in progress on deleted devices; finished actions stay as history. */
export const endActionsOf =
  (bus: Bus, context: () => Omit<ActionContext, 'db'>): DevicesDeleted =>
  async (db, ids) =>
    publishSteps(bus, await endDeleted({ ...context(), db }, ids))
