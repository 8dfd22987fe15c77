import type { Target } from '@longreach/contract/actions/schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { TargetDetails } from './target-details.tsx'

beforeEach(startTexts)
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

const failed: Target = {
  id: 3,
  action_id: 7,
  kind: 'command',
  device_id: 9,
  device_name: 'Crane',
  device_serial: '1100000001',
  company_id: 1,
  state: 'failed',
  attempt: 1,
  message: 'Device did not answer within 90 seconds',
  exit_code: null,
  has_output: false,
  created_at: '2026-01-01 10:00:00',
  expires_at: '2026-01-01 11:00:00',
  sent_at: '2026-01-01 10:00:01',
  finished_at: '2026-01-01 10:01:31',
  outcome_unknown: true,
}
const note = /^Outcome unknown/

async function show(target: Target, permissions: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  client.setQueryData(['session'], { kind: 'user', user: { permissions } })
  const rootRoute = createRootRoute({ component: () => <TargetDetails target={target} /> })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('Open device')
}

test('Retry says that the outcome is unknown, to those who may retry', async () => {
  const may = ['execute_device_actions', 'execute_device_command']
  await show(failed, may)
  expect(screen.getByText(note)).toBeTruthy()
  cleanup()
  await show({ ...failed, outcome_unknown: false }, may)
  expect([screen.queryByText(note), screen.getByText('Retry')]).toEqual([null, expect.anything()])
  cleanup()
  await show(failed, [])
  expect([screen.queryByText(note), screen.queryByText('Retry')]).toEqual([null, null])
})

test('a device that waits is cancelled after a question', async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ success: true, data: { cancelled: 1 } })))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  await show({ ...failed, state: 'queued', kind: 'reboot' }, ['cancel_device_actions'])
  drawWindows([])
  const cancel = () => act(async () => fireEvent.click(screen.getByText('Cancel')))
  await cancel()
  await screen.findByRole('dialog', { name: 'Cancel Reboot on Crane?' })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Keep pending' })))
  expect(fetched).not.toHaveBeenCalled()
  await cancel()
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Cancel Reboot' })))
  expect(fetched).toHaveBeenCalledTimes(1)
})
