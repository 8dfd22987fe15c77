import type { Bus } from '../../bus/bus.ts'
import type { DevicesDeleted } from '../devices/hooks.ts'
import type { ActionContext } from './kinds.ts'
import { endDeleted } from './queue.ts'
import { publishSteps } from './steps.ts'

/** Ends what was under way on deleted devices; what was done on them stays as history. */
export const endActionsOf =
  (bus: Bus, context: () => Omit<ActionContext, 'db'>): DevicesDeleted =>
  async (db, ids) =>
    publishSteps(bus, await endDeleted({ ...context(), db }, ids))
