import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePlayback } from './use-playback.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Each frame is drawn before the next is due. */
function playFrames(count: number): void {
  for (let frame = 0; frame < count; frame++) act(() => vi.advanceTimersByTime(50))
}

const passages = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ at: (from + i) * 60 }))

test('a track is looked at from its end, played from its start, paused, and stops at its end', () => {
  const { result } = renderHook(() => usePlayback(passages(0, 40)))
  expect(result.current).toMatchObject({ index: 39, playing: false })
  act(() => result.current.toggle())
  expect(result.current).toMatchObject({ index: 0, playing: true })
  playFrames(10)
  expect(result.current).toMatchObject({ index: 10, playing: true })
  act(() => result.current.toggle())
  playFrames(10)
  expect(result.current).toMatchObject({ index: 10, playing: false })
  act(() => result.current.toggle())
  playFrames(100)
  expect(result.current).toMatchObject({ index: 39, playing: false })
})

test('passages that arrive while a track is played neither end it nor move it', () => {
  const { result, rerender } = renderHook((track) => usePlayback(track), { initialProps: passages(0, 40) })
  act(() => result.current.toggle())
  playFrames(10)
  rerender(passages(5, 45))
  expect(result.current).toMatchObject({ index: 5, playing: true })
  act(() => result.current.toggle())
  playFrames(10)
  expect(result.current).toMatchObject({ index: 5, playing: false })
})

test('the newest passage is looked at until another is chosen; one that left the period becomes the first', () => {
  const { result, rerender } = renderHook((track) => usePlayback(track), { initialProps: passages(0, 40) })
  rerender(passages(0, 41))
  expect(result.current.index).toBe(40)
  act(() => result.current.seek(3))
  rerender(passages(0, 42))
  expect(result.current.index).toBe(3)
  rerender(passages(10, 50))
  expect(result.current.index).toBe(0)
  rerender([])
  expect(result.current.index).toBe(-1)
})
