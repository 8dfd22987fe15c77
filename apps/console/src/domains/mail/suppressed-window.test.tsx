import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { SuppressedWindow } from './suppressed-window.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

test('S7.107 an address that receives emails again is confirmed', async () => {
  await startTexts()
  const fetched = vi.fn(async () => new Response(JSON.stringify({ success: true, data: {} })))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows([])
  act(() => windows.open({ id: 'x', title: 'x', content: <SuppressedWindow email="ann@example.test" /> }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove' })))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Suppressed address removed successfully', 'success'))
  expect(fetched).toHaveBeenCalledWith('/api/suppressed-emails/ann%40example.test', expect.anything())
})
