import type { DeviceState } from '@longreach/contract/live'

/** Milliseconds between two hints to a screen about one device. */
const stateHintsMs = 250

/** Publishes only the last hint about each device per interval. */
export function collectStates(publish: (state: DeviceState) => void) {
  const waiting = new Map<number, DeviceState>()
  const timer = setInterval(() => {
    for (const state of waiting.values()) publish(state)
    waiting.clear()
  }, stateHintsMs)
  return {
    add(states: readonly DeviceState[]) {
      for (const state of states) waiting.set(state.id, state)
    },
    stop: () => clearInterval(timer),
  }
}
