import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '../../app/screens.ts'
import help from '../../i18n/en/help.json' with { type: 'json' }
import { startTexts } from '../../i18n/i18n.ts'
import { helpKeys } from '../help-keys.ts'
import { HelpPanel } from './help-panel.tsx'

beforeAll(startTexts)
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('S1.65 S9.55 the panel says what the page is for, and follows to the next after 700 ms', () => {
  const close = vi.fn()
  const { rerender } = render(<HelpPanel about="tags.main" onClose={close} />)
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  rerender(<HelpPanel about="users.roles" onClose={close} />)
  act(() => vi.advanceTimersByTime(699))
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('heading').textContent).toBe('Roles')
  fireEvent.keyDown(screen.getByRole('complementary'), { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)
})

test('S2.256 there is a text for every name of help, and a page for every text', () => {
  const find = (key: string) =>
    key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], help)
  for (const key of helpKeys) {
    expect(find(key), key).toEqual({ title: expect.any(String), text: expect.any(String) })
    expect(screens.map((screen) => screen.help)).toContain(key)
  }
})

test('every page inside the shell has help, but the changelog', () => {
  const without = screens.filter(({ standalone, help }) => !standalone && !help).map(({ path }) => path)
  expect(without).toEqual(['/changelog'])
})
