import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '../../app/screens.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { HelpPanel } from './help-panel.tsx'
import { loadHelp } from './help-texts.ts'

beforeAll(async () => {
  await startTexts()
  await loadHelp()
})
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('S1.65 S9.55 the panel explains the page, and follows to the next after 700 ms', async () => {
  const close = vi.fn()
  const { rerender } = await act(async () => render(<HelpPanel about="tags.main" onClose={close} />))
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  rerender(<HelpPanel about="users.roles" onClose={close} />)
  act(() => vi.advanceTimersByTime(699))
  expect(screen.getByRole('heading').textContent).toBe('Tags')
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('heading').textContent).toBe('Roles')
  fireEvent.keyDown(screen.getByRole('complementary'), { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)
})

test('there is a text for every name of help, and a page for every text', async () => {
  const help = await loadHelp()
  for (const text of Object.values(help)) expect(text).toEqual({ title: expect.any(String), text: expect.any(String) })
  const named = screens.flatMap((screen) => screen.help ?? [])
  expect(Object.keys(help).sort()).toEqual([...new Set(named)].sort())
})

test('every page inside the shell has help, but the changelog', () => {
  const without = screens.filter(({ standalone, help }) => !standalone && !help).map(({ path }) => path)
  expect(without).toEqual(['/changelog'])
})
