import type { DeviceState } from '@longreach/contract/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveStates } from './live-states.ts'

let send: (state: DeviceState) => void = () => {}
const subscribe = ((_event: string, handler: (event: { channel: string; data: DeviceState }) => void) => {
  send = (data) => handler({ channel: 'private-devices.1', data })
  return () => {}
}) as Parameters<typeof createLiveStates>[0]

const state = (id: number, status: DeviceState['status'], signal: number | null = null): DeviceState => ({
  id,
  status,
  signal,
  connection_type: null,
  operator: null,
  config_state: null,
  last_update_at: null,
  offline_reason: null,
  last_connection_at: null,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('many events update a device at most four times a second, the last one stays', () => {
  const states = createLiveStates(subscribe)
  const drawn = vi.fn()
  states.listen(1, drawn)
  for (let at = 0; at < 100; at++) {
    send(state(1, 1, -at))
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(250)
  expect(drawn.mock.calls.length).toBeLessThanOrEqual(4)
  expect(states.get(1)?.signal).toBe(-99)
})

test('a change of status is published once, with all that changed together', () => {
  const states = createLiveStates(subscribe)
  const published = vi.fn()
  states.onStatus(published)
  send(state(1, 0))
  send(state(2, 1))
  vi.advanceTimersByTime(250)
  send(state(1, 0, -70))
  vi.advanceTimersByTime(250)
  expect(published).toHaveBeenCalledTimes(1)
  expect(published.mock.calls[0]?.[0]).toHaveLength(2)
})
