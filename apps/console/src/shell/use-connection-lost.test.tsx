import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from '../api/live.ts'
import { useConnectionLost } from './use-connection-lost.ts'

const disconnecting = new Set<() => void>()
const connecting = new Set<() => void>()
const live = createLive()
const restart = vi.spyOn(live, 'restart').mockReturnValue()
const connected = vi.spyOn(live, 'connected')
live.onDisconnected = (handler) => {
  disconnecting.add(handler)
  return () => disconnecting.delete(handler)
}
live.onConnected = (handler) => {
  connecting.add(handler)
  return () => connecting.delete(handler)
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
const disconnect = () => {
  connected.mockReturnValue(false)
  for (const handler of disconnecting) handler()
}
const connect = () => {
  connected.mockReturnValue(true)
  act(() => {
    for (const handler of connecting) handler()
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-23T12:00:00Z')
  restart.mockClear()
  connected.mockReturnValue(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a lost connection is reported with its time once it has lasted, until it is back', () => {
  const { result } = renderHook(() => useConnectionLost(live))
  disconnect()
  pass(3)
  // The browser notices later; that starts nothing again.
  dispatchEvent(new Event('offline'))
  expect(result.current).toBeNull()
  pass(3)
  expect(result.current).toEqual(new Date('2026-11-23T12:00:00Z'))
  connect()
  expect(result.current).toBeNull()
})

test('a short interruption is not reported', () => {
  const { result } = renderHook(() => useConnectionLost(live))
  disconnect()
  pass(4)
  connect()
  pass(10)
  expect(result.current).toBeNull()
})

test('with the network back, the loss lasts until the socket is connected', () => {
  const { result } = renderHook(() => useConnectionLost(live))
  dispatchEvent(new Event('offline'))
  connected.mockReturnValue(false)
  pass(6)
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current).not.toBeNull()
  connected.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current).toBeNull()
})

test('a socket that has given up is restarted, until it is connected or the console is left', () => {
  const { unmount } = renderHook(() => useConnectionLost(live))
  disconnect()
  pass(60)
  expect(restart.mock.calls.length).toBeGreaterThanOrEqual(1)
  pass(60)
  expect(restart.mock.calls.length).toBeGreaterThanOrEqual(2)
  connect()
  restart.mockClear()
  pass(120)
  expect(restart).not.toHaveBeenCalled()
  disconnect()
  unmount()
  pass(120)
  expect(restart).not.toHaveBeenCalled()
})
