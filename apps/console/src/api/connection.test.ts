import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followConnection, useConnectionLost } from './connection.ts'

let disconnect = () => {}
let connect = () => {}
let connected = true
const restart = vi.fn()

beforeEach(() => {
  connected = true
  restart.mockClear()
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-23T12:00:00Z')
  followConnection({
    onConnected: (handler) => {
      connect = handler
      return () => {}
    },
    onDisconnected: (handler) => {
      disconnect = handler
      return () => {}
    },
    connected: () => connected,
    restart,
  })
})
afterEach(() => {
  act(() => connect())
  vi.useRealTimers()
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

test('a lost connection is reported with its time once it has lasted, until it is back', () => {
  const { result } = renderHook(useConnectionLost)
  disconnect()
  pass(3)
  // The browser notices later; that starts nothing again.
  dispatchEvent(new Event('offline'))
  expect(result.current).toBeNull()
  pass(3)
  expect(result.current).toEqual(new Date('2026-11-23T12:00:00Z'))
  act(() => connect())
  expect(result.current).toBeNull()
})

test('a short interruption is not reported', () => {
  const { result } = renderHook(useConnectionLost)
  disconnect()
  pass(4)
  connect()
  pass(10)
  expect(result.current).toBeNull()
})

test('with the network back, the loss lasts until the socket is connected', () => {
  const { result } = renderHook(useConnectionLost)
  dispatchEvent(new Event('offline'))
  connected = false
  pass(6)
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current).not.toBeNull()
  connected = true
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current).toBeNull()
})

test('a socket that has given up is restarted again and again, until it is connected', () => {
  disconnect()
  connected = false
  pass(60)
  expect(restart.mock.calls.length).toBeGreaterThanOrEqual(1)
  pass(60)
  expect(restart.mock.calls.length).toBeGreaterThanOrEqual(2)
  connected = true
  connect()
  restart.mockClear()
  pass(120)
  expect(restart).not.toHaveBeenCalled()
})
