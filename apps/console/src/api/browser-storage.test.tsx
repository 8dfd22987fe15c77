import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('S9.71 S9.72 a value that is missing or cannot be read is its default', () => {
  for (const kind of ['local', 'session'] as const) {
    const storage = kind === 'local' ? localStorage : sessionStorage
    expect(readStored(kind, 'x', 7)).toBe(7)
    storage.setItem('x', '{broken')
    expect(readStored(kind, 'x', 7)).toBe(7)
    writeStored(kind, 'x', { a: 1 })
    expect(readStored(kind, 'x', {})).toEqual({ a: 1 })
    writeStored(kind, 'x', null)
    expect(storage.getItem('x')).toBeNull()
  }
})

test('a browser without storage keeps the console running', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  writeStored('local', 'x', 1)
  expect(readStored('local', 'x', 'default')).toBe('default')
})
