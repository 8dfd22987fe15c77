import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A call that never ends by itself, and the signals of its requests. */
function pendingCall() {
  const signals: AbortSignal[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<number>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  return { signals, queryFn }
}

test('S2.134 leaving the screen cancels what it waits for, and nothing else', () => {
  const client = createQueryClient()
  const page = pendingCall()
  const frame = pendingCall()
  const leavePage = new QueryObserver(client, { queryKey: ['page'], queryFn: page.queryFn }).subscribe(() => {})
  new QueryObserver(client, { queryKey: ['frame'], queryFn: frame.queryFn }).subscribe(() => {})
  leavePage()
  expect(page.signals[0]?.aborted).toBe(true)
  expect(frame.signals[0]?.aborted).toBe(false)
  client.clear()
})

test('S7.9 equal calls share a request; refetching cancels it and sends another', () => {
  const client = createQueryClient()
  const { signals, queryFn } = pendingCall()
  const options = { queryKey: ['devices'], queryFn }
  new QueryObserver(client, options).subscribe(() => {})
  new QueryObserver(client, options).subscribe(() => {})
  expect(signals).toHaveLength(1)
  void client.invalidateQueries({ queryKey: ['devices'] })
  // A call without data yet is not sent twice; with data, a new request replaces it.
  client.setQueryData(['devices'], 1)
  void client.invalidateQueries({ queryKey: ['devices'] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  expect(signals.at(-2)?.aborted).toBe(true)
  expect(signals.at(-1)?.aborted).toBe(false)
  client.clear()
})

test('S7.10 S7.12 an answer is used as it is for a second, and kept for five minutes', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn(async () => 1)
  const look = () => new QueryObserver(client, { queryKey: ['roles'], queryFn }).subscribe(() => {})()
  look()
  await vi.advanceTimersByTimeAsync(999)
  look()
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2)
  look()
  await vi.advanceTimersByTimeAsync(299_000)
  expect(client.getQueryData(['roles'])).toBe(1)
  expect(queryFn).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(client.getQueryData(['roles'])).toBeUndefined()
})

test('S7.11 at most a hundred answers are kept; those on screen stay whatever their age', async () => {
  const client = createQueryClient()
  const seen = new QueryObserver(client, { queryKey: [0], queryFn: async () => 0 })
  const leave = seen.subscribe(() => {})
  for (let at = 1; at <= 150; at++) {
    await vi.advanceTimersByTimeAsync(1)
    client.setQueryData([at], at)
  }
  expect(client.getQueryCache().getAll().length).toBeLessThanOrEqual(101)
  expect(client.getQueryData([0])).toBe(0)
  expect(client.getQueryData([1])).toBeUndefined()
  expect(client.getQueryData([150])).toBe(150)
  leave()
  client.clear()
})
