import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { type DockKind, defineDomain } from '../registry/domain.ts'
import { registerDomains } from '../registry/registered.ts'
import { Dock } from './dock.tsx'
import { dock } from './store.ts'

const leave = vi.fn<() => Promise<boolean>>()
const note: DockKind = {
  Head: ({ tab }) => tab.title,
  Content: ({ tab }) =>
    tab.title.startsWith('shell') ? (
      <textarea className="xterm-helper-textarea" aria-label={`Terminal of ${tab.title}`} />
    ) : (
      <input aria-label={`Field of ${tab.title}`} />
    ),
  leave,
}
const notes = defineDomain({
  name: 'notes',
  dock: { kinds: ['note'], load: async () => ({ kinds: { note } }) },
})

beforeAll(async () => {
  await startTexts()
  registerDomains([notes])
})
beforeEach(() => {
  localStorage.clear()
  leave.mockResolvedValue(true)
})
afterEach(() => {
  cleanup()
  for (const { id } of dock.state().tabs) dock.remove(id)
  leave.mockReset()
})

const tab = (name: string) => screen.getByRole('tab', { name })
const shown = () => screen.getByRole('tab', { selected: true }).textContent
const panel = (name: string) => screen.getByRole('tabpanel', { name })
const focused = () => document.activeElement

/** A page with a link and an element for the content, above a dock with tabs of these names. */
async function open(...names: string[]) {
  for (const name of names) dock.open({ id: name, kind: 'note', title: name, data: null })
  const client = new QueryClient()
  client.setQueryData(['session'], { kind: 'user', user: { permissions: [] } })
  const page = (
    <QueryClientProvider client={client}>
      <main id="content" tabIndex={-1}>
        <a href="/tags">Tags</a>
      </main>
      <Dock />
    </QueryClientProvider>
  )
  // The kind of the tabs is loaded within this time.
  await act(async () => render(page))
  // The focus follows once the tab that was opened is drawn.
  await waitFor(() => expect(panel(names.at(-1) ?? '').contains(focused())).toBe(true))
}

test('Ctrl+` leads to the dock, and back to where the focus was on the page', async () => {
  await open('one')
  const link = screen.getByRole('link', { name: 'Tags' })
  act(() => link.focus())
  fireEvent.keyDown(link, { key: '`', ctrlKey: true })
  await waitFor(() => expect(focused()).toBe(panel('one')))
  fireEvent.keyDown(panel('one'), { key: '`', ctrlKey: true })
  expect(focused()).toBe(link)
})

test('Ctrl+Shift with an arrow shows the tab beside, but selects words in a field', async () => {
  await open('one', 'two')
  fireEvent.keyDown(panel('two'), { key: 'ArrowLeft', ctrlKey: true, shiftKey: true })
  expect(shown()).toBe('one')
  await waitFor(() => expect(focused()).toBe(panel('one')))
  fireEvent.keyDown(panel('one'), { key: 'ArrowLeft', ctrlKey: true, shiftKey: true })
  expect(shown()).toBe('two')
  const field = screen.getByRole('textbox', { name: 'Field of two' })
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'ArrowLeft', ctrlKey: true, shiftKey: true })
  expect(shown()).toBe('two')
})

test('a terminal that is shown has the focus at once, before the next key', async () => {
  await open('shell-1', 'shell-2')
  act(() => dock.show('shell-1'))
  expect(focused()).toBe(screen.getByLabelText('Terminal of shell-1'))
})

test('its edge is moved by arrows, within the window, and this browser keeps the height', async () => {
  await open('one')
  const edge = () => screen.getByRole('separator', { name: 'Height of the dock' })
  const height = () => Number(edge().getAttribute('aria-valuenow'))
  const before = height()
  fireEvent.keyDown(edge(), { key: 'ArrowUp' })
  expect(height()).toBe(before + 24)
  cleanup()
  await open('one')
  expect(height()).toBe(before + 24)
  fireEvent.keyDown(edge(), { key: 'Home' })
  expect(String(height())).toBe(edge().getAttribute('aria-valuemax'))
  fireEvent.keyDown(edge(), { key: 'ArrowUp' })
  expect(String(height())).toBe(edge().getAttribute('aria-valuemax'))
})

test('arrows move between the tabs; Delete closes one unless its kind keeps it, and the last leads to the page', async () => {
  await open('one', 'two')
  act(() => tab('two').focus())
  fireEvent.keyDown(tab('two'), { key: 'ArrowRight' })
  expect([shown(), focused()]).toEqual(['one', tab('one')])
  leave.mockResolvedValueOnce(false)
  fireEvent.keyDown(tab('one'), { key: 'Delete' })
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(screen.getAllByRole('tab')).toHaveLength(2)
  fireEvent.keyDown(tab('one'), { key: 'Delete' })
  await waitFor(() => expect(focused()).toBe(tab('two')))
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  fireEvent.keyDown(tab('two'), { key: 'Delete' })
  await waitFor(() => expect(focused()).toBe(screen.getByRole('main')))
  expect(dock.state().tabs).toEqual([])
})

test('it is minimised with its tabs, and covers the window or a part of it', async () => {
  await open('one')
  const section = screen.getByRole('region', { name: 'Work' })
  fireEvent.click(screen.getByRole('button', { name: 'Whole window' }))
  expect(section.style.height).toBe('')
  expect(screen.queryByRole('separator')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Part of the window' }))
  expect(section.style.height).toBe('318px')
  fireEvent.click(screen.getByRole('button', { name: 'Minimise' }))
  expect(screen.queryByRole('region', { name: 'Work' })).toBeNull()
  act(() => dock.raise())
  expect(panel('one')).toBeTruthy()
})
