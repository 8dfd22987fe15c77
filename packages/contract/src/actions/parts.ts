import * as z from 'zod/mini'
import { deviceSelection } from '../devices/filters.ts'
import { id } from '../ids.ts'
import { actionLimits } from './constants.ts'

const { waits } = actionLimits

/** Either names devices or selects them by a filter. */
export const actionDevices = {
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(actionLimits.devices))),
  /**
   * Filters of a list instead of ids: selects all its devices. Unknown names are refused, so that they cannot widen the
   * selection.
   */
  filter: z.optional(z.strictObject(deviceSelection)),
  /** Seconds it waits for devices that are offline. */
  expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
}

/** Endpoints must use its parts one by one: the build leaves out schemas that an endpoint names, see `askedOnly`. */
export const actionStarted = {
  response: z.object({ id: id('action'), devices: z.int() }),
  meta: z.object({ channel: z.string(), action_id: id('action') }),
}
