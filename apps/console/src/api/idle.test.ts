import { expect, test, vi } from 'vitest'
import { idle } from './idle.ts'

test('S9.70 a browser that does not report idle time waits 50 ms', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
  delete (globalThis as { requestIdleCallback?: unknown }).requestIdleCallback
  const done = vi.fn()
  void idle().then(done)
  await vi.advanceTimersByTimeAsync(49)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
