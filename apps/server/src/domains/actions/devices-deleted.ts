import type { Bus } from '../../bus/bus.ts'
import type { DevicesDeleted } from '../devices/hooks.ts'
import { endDeleted } from './queue.ts'
import { tellMoved } from './steps.ts'

/** Ends what was under way on deleted devices; what was done on them stays as history. */
export const endActionsOf =
  (bus: Bus): DevicesDeleted =>
  async (db, ids) =>
    tellMoved(bus, await endDeleted(db, ids))
