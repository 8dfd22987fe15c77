import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { openRunCommand } from './public/open-windows.tsx'
import { startPlainAction } from './start.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './command/run-command-window.tsx'

const selected: SelectedRows = { filter: { status: 'online' }, count: 12, names: [] }
/** Number of devices that match the filter. */
let total: number
const sent = vi.fn<(path: string, body: unknown) => void>()

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const [path = '', query] = address.split('?')
  if (method !== 'GET') sent(path, JSON.parse(String(body)))
  else if (path === '/api/devices') expect(query).toBe('status=online&limit=1')
  return new Response(JSON.stringify({ success: true, data: { id: 7, targets: [] }, errors: [], meta: { total } }))
}

beforeAll(startTexts)
beforeEach(() => {
  total = 12
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows(['execute_device_actions'])
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a changed number of devices in a filter is confirmed before any is rebooted', async () => {
  let started: Promise<number | null> | undefined
  act(() => {
    started = startPlainAction('reboot', selected)
  })
  await screen.findByRole('dialog', { name: 'Reboot all 12 devices in this list?' })
  total = 32
  press('Reboot')
  await screen.findByRole('dialog', { name: 'Reboot all 32 devices in this list?' })
  total = 31
  press('Reboot')
  await screen.findByRole('dialog', { name: 'Reboot all 31 devices in this list?' })
  expect(sent).not.toHaveBeenCalled()
  press('Reboot')
  expect(await started).toBe(7)
  expect(sent).toHaveBeenCalledExactlyOnceWith('/api/devices/actions', {
    action: 'reboot',
    filter: { status: 'online' },
  })
})

test('one more or less in a long list is not confirmed again', async () => {
  const cases = [
    [3400, 3399],
    [3400, 3401],
  ] as const
  for (const [count, now] of cases) {
    let started: Promise<number | null> | undefined
    act(() => {
      started = startPlainAction('reboot', { ...selected, count })
    })
    await screen.findByRole('dialog', { name: /^Reboot all/ })
    total = now
    press('Reboot')
    expect(await started).toBe(7)
  }
  expect(sent).toHaveBeenCalledTimes(2)
})

test('a command is sent to devices newly in a filter only after a second press', async () => {
  act(() => openRunCommand(selected))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Command' }), { target: { value: 'uptime' } })
  total = 32
  press('Run')
  const message = 'The list now has 32 rows, not 12. Press again to continue with all of them.'
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(screen.getByRole('dialog', { name: 'Run command: all 32 devices in this list' })).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
  press('Run')
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.lastCall?.[1]).toMatchObject({ command: 'uptime', filter: { status: 'online' } })
})
