import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askLater, noteVersion, spaVersion, watchVersion } from './version.ts'

/** The server's current version. */
let served = { version: '5.14.0', timestamp: 7 }
let asked: string[] = []
class VersionWorker {
  onmessage: ((event: { data: typeof served }) => void) | null = null
  constructor(address: string) {
    asked.push(address)
    queueMicrotask(() => this.onmessage?.({ data: served }))
  }
  terminate() {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('Worker', VersionWorker)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  document.head.innerHTML = '<meta name="build" content="7">'
  localStorage.clear()
  served = { version: '5.14.0', timestamp: 7 }
  asked = []
  noteVersion()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const host = 'console.example'

test('S3.117 S3.118 the page notes its version and its build', () => {
  expect(localStorage.getItem('spa_version')).toBe('"5.14.0"')
  expect(localStorage.getItem('current_version_timestamp')).toBe('7')
  localStorage.setItem('spa_version', '"5.13.0"')
  expect(spaVersion()).toBe('5.13.0')
})

test('S4.26 S4.27 S9.56 another build is announced a second after the response, within the hour', async () => {
  const notify = vi.fn()
  const stop = watchVersion(notify, host)
  await vi.advanceTimersByTimeAsync(1000)
  expect(notify).not.toHaveBeenCalled()
  served = { version: '5.15.0', timestamp: 8 }
  await vi.advanceTimersByTimeAsync(3_599_000 + 999)
  expect(notify).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(notify.mock.calls).toEqual([[{ version: '5.15.0', timestamp: 8 }]])
  expect(asked).toEqual(['/versionWorker.js', '/versionWorker.js'])
  stop()
})

test('S4.28 Later sets the note to 0, and the next answer asks again', async () => {
  const notify = vi.fn()
  const stop = watchVersion(notify, host)
  askLater()
  expect(localStorage.getItem('current_version_timestamp')).toBe('0')
  await vi.advanceTimersByTimeAsync(3_601_000)
  expect(notify).toHaveBeenCalled()
  stop()
})

test('S7.14 localhost is not asked', () => {
  watchVersion(vi.fn(), 'localhost')
  expect(asked).toEqual([])
})
