import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { SearchBox } from './search-box.tsx'

beforeEach(async () => {
  await startTexts()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

test('S5.101 S5.102 the search is trimmed and sent half a second after the last key', () => {
  const search = vi.fn()
  render(<SearchBox label="Name" value="" onChange={search} />)
  type('pi')
  wait(499)
  type(' pier ')
  wait(499)
  expect(search).not.toHaveBeenCalled()
  wait(1)
  expect(search.mock.calls).toEqual([['pier']])
})

test('Enter sends at once and only once', () => {
  const search = vi.fn()
  render(<SearchBox label="Name" value="" onChange={search} />)
  type('bus')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  wait(1000)
  expect(search.mock.calls).toEqual([['bus']])
})

test('a search that the address changes by other means is shown, and not sent back', () => {
  const search = vi.fn()
  const { rerender } = render(<SearchBox label="Name" value="bus" onChange={search} />)
  rerender(<SearchBox label="Name" value="" onChange={search} />)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  wait(1000)
  expect(search).not.toHaveBeenCalled()
})
