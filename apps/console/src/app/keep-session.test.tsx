import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../api/refresh.ts'
import { keepSession } from './keep-session.ts'

vi.mock('../api/refresh.ts', () => ({ refreshSession: vi.fn() }))
const refresh = vi.mocked(refreshSession)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  refresh.mockReset()
})

test('the session is extended after half of its life, and retried each minute while that fails', async () => {
  refresh.mockResolvedValueOnce(false).mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  keepSession(Date.now() / 1000 + 7200)
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(refresh).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})

test('a session signed out meanwhile is not retried', async () => {
  refresh.mockResolvedValue(false)
  const stop = keepSession(Date.now() / 1000 + 7200)
  await vi.advanceTimersByTimeAsync(3_600_000)
  stop()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})
