import type { Bus } from '../../bus/bus.ts'
import { eventHandler } from '../../events/handler.ts'
import { findStates } from '../devices/details.ts'
import { deviceState } from '../devices/topics.ts'

/** Publishes devices whose configuration changed its state to the screens that show them. */
export const publishConfigStates = (bus: Bus) =>
  eventHandler('configs.state', ['device.config_state'], async (tx, events, after) => {
    const states = await findStates(tx, [...new Set(events.map(({ data }) => data.device_id))])
    after(() => {
      for (const state of states) bus.publish(deviceState, state)
    })
  })
