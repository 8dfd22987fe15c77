import type { FileRecord } from '@longreach/contract/files/schemas'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { openFileCompanies } from './open-windows.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

test('S2.250: the permissions of a file are shown in a window, and stored', async () => {
  await startTexts()
  await import('./companies-window.tsx')
  const sent = vi.fn<(address: string, body: unknown) => void>()
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') sent(address, JSON.parse(String(body)))
    const data = address.includes('/files/7/companies') ? { company_id: [4] } : [{ id: 4, name: 'North' }]
    return new Response(JSON.stringify({ success: true, data, meta: { total: 1 } }))
  })
  drawWindows(['view_companies'])
  act(() => openFileCompanies({ id: 7, name: 'map.pdf' } as FileRecord))
  expect(await screen.findByRole('dialog', { name: 'Permissions of map.pdf' })).toBeTruthy()
  expect(await screen.findByText('North')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Permissions of map.pdf updated successfully', 'success'))
  expect(sent.mock.calls).toEqual([['/api/files/7/companies', { company_id: [4] }]])
})
