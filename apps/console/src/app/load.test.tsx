import { expect, test, vi } from 'vitest'
import { reloadOnStaleChunk, removeServiceWorkers } from './load.ts'

test('S2.135 S8.27 S8.28 a lazy part that cannot be loaded reloads the page once; the next failure is thrown', () => {
  sessionStorage.clear()
  const reload = vi.fn()
  const stop = reloadOnStaleChunk(reload)
  /** Whether the bundler goes on to throw. */
  const fails = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(fails()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(fails()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  sessionStorage.setItem('chunkReload', String(Date.now() - 11_000))
  expect(fails()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
  sessionStorage.clear()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(fails()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
  onLine.mockRestore()
  stop()
})

test('S4.18 service workers are removed', async () => {
  const unregister = vi.fn()
  const list = [{ unregister }, { unregister }]
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => list } })
  removeServiceWorkers()
  await vi.waitFor(() => expect(unregister).toHaveBeenCalledTimes(2))
  vi.unstubAllGlobals()
})
