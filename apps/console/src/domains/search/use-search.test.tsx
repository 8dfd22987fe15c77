import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useRested } from './use-search.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('S9.36 the search waits until nothing was typed for half a second', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ text }) => useRested(text)[0], { initialProps: { text: '' } })
  rerender({ text: 'bus' })
  act(() => vi.advanceTimersByTime(400))
  rerender({ text: 'bus 1' })
  act(() => vi.advanceTimersByTime(499))
  expect(result.current).toBe('')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe('bus 1')
})
