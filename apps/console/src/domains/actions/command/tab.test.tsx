import type { Action, Output, Outputs } from '@longreach/contract/actions/schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dock } from '../../../dock/store.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import type { DockTab } from '../../../registry/domain.ts'
import { commandTab } from './tab.tsx'

const action: Action = {
  id: 7,
  kind: 'command',
  title: 'Run command',
  command: 'echo the same',
  user_id: 1,
  username: 'ann',
  channel: null,
  created_at: '2026-01-01 10:00:00',
  finished_at: null,
  total: 6,
  counts: { queued: 2, sent: 0, running: 0, done: 4, failed: 0, expired: 0, cancelled: 0 },
  active: false,
  device_id: null,
  device_name: null,
}
const group = { exit_code: 0, message: '', line: 0, different: 0, offline: 0, expires_at: null }
const outputs: Outputs = {
  groups: [
    { ...group, key: 'a', state: 'done', count: 3, preview: 'the same' },
    { ...group, key: 'b', state: 'done', count: 1, preview: 'another', different: 1 },
    { ...group, key: 'c', state: 'waiting', count: 2, preview: null, offline: 2, expires_at: '2026-01-02 10:00:00' },
  ],
  more: { groups: 0, devices: 0 },
  slowest: 1200,
}
const device = (id: number) => ({ id, name: `Crane ${id}` })
const output = (text: string | null, ...ids: number[]): Output => ({
  output: text,
  exit_code: text === null ? null : 0,
  devices: ids.map(device),
  device_ids: ids,
})
const answers: Record<string, unknown> = {
  '/api/devices/actions/7': action,
  '/api/devices/actions/7/outputs': outputs,
  '/api/devices/actions/7/outputs/a': output('the same', 1, 2, 3),
  '/api/devices/actions/7/outputs/b': output('another', 4),
  '/api/devices/actions/7/outputs/c': output(null, 5, 6),
}
const sent = vi.fn<(path: string, body: unknown) => void>()
const asked: string[] = []

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const [path = ''] = address.split('?')
  asked.push(address)
  if (method !== 'GET') sent(path, JSON.parse(String(body)))
  const data = method === 'GET' ? (answers[path] ?? []) : { id: 8 }
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total: 6 } }))
}

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
  asked.length = 0
})

const groups = () => within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('button')
const text = () => document.querySelector('pre')?.textContent?.trim()

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const permissions = ['view_devices', 'execute_device_command']
  client.setQueryData(['session'], { kind: 'user', user: { permissions } })
  const tab: DockTab = { id: 'action-7', kind: 'command', title: 'Command', data: { action: 7 } }
  const component = () => (
    <>
      <commandTab.Head tab={tab} />
      <commandTab.Content tab={tab} shown />
    </>
  )
  const rootRoute = createRootRoute({ component, notFoundComponent: component })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(text()).toBe('the same'))
  return router
}

test('equal answers are one line, with the first one read; what waits for offline devices is below', async () => {
  await open()
  expect(groups().map(({ textContent }) => textContent)).toEqual([
    '3 devicesthe same',
    '1 deviceanother',
    expect.stringMatching(/^2 /),
  ])
  expect(screen.getByText('4 of 6')).toBeTruthy()
  expect(screen.getByText('Exit code 0')).toBeTruthy()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Crane 1', 'Crane 2', 'Crane 3'])
})

test('arrows lead from answer to answer, and what differs is marked', async () => {
  await open()
  const [first, second] = groups() as [HTMLElement, HTMLElement]
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  expect(second.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('another'))
  fireEvent.keyDown(second, { key: 'ArrowUp' })
  expect(text()).toBe('the same')
  fireEvent.keyDown(first, { key: 'ArrowUp' })
  expect(text()).toBe('the same')
})

test('its devices are selected in their list, and the results saved as CSV', async () => {
  const router = await open()
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(asked.at(-1)).toMatch(/\?action_id=7$/))
  fireEvent.click(screen.getByRole('button', { name: 'Select in the list' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/management/devices'))
})

test('the same command on the same devices has a tab of its own', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await waitFor(() => expect(dock.state().tabs.map(({ id, kind }) => [id, kind])).toEqual([['action-8', 'command']]))
  expect(sent.mock.calls).toEqual([[expect.any(String), { action_id: 7 }]])
})
