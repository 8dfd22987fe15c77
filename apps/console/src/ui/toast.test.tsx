import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { readyToasts, toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

beforeAll(async () => {
  await startTexts()
  await readyToasts()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('S9.48 S9.49 S9.51 a toast is at the bottom right for four seconds', async () => {
  vi.useFakeTimers()
  render(<Toasts position="bottom-right" />)
  await act(async () => {
    toast('Saved')
    await vi.advanceTimersByTimeAsync(0)
  })
  const place = document.querySelector('[data-position=bottom-right]')
  expect(place?.textContent).toContain('Saved')
  await act(() => vi.advanceTimersByTimeAsync(3999))
  expect(screen.getByText('Saved')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('S9.50: a toast is shown within 250 ms, without a queue that is polled', async () => {
  vi.useFakeTimers()
  render(<Toasts position="bottom-right" />)
  await act(async () => {
    toast('First')
    toast('Second')
    await vi.advanceTimersByTimeAsync(250)
  })
  expect(screen.getByText('First')).toBeTruthy()
  expect(screen.getByText('Second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(5000))
})

test('S9.52 S9.53 outside the shell they are at the top, seven at most', async () => {
  render(<Toasts position="top-center" />)
  await act(async () => {
    for (let at = 0; at < 9; at++) toast(`News ${at}`)
    await Promise.resolve()
  })
  await vi.waitFor(() => expect(screen.getAllByText(/^News/)).toHaveLength(7))
  expect(document.querySelector('[data-position=top-center]')?.textContent).toContain('News 0')
})
