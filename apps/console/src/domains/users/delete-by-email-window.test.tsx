import './texts.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { DeleteByEmailWindow } from './delete-by-email-window.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

test('S7.109: a user who is deleted by address is confirmed', async () => {
  await startTexts()
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => new Response('{"success":true,"data":{}}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows([])
  act(() => windows.open({ id: 'x', title: 'x', content: <DeleteByEmailWindow /> }))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'ann@example.test' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('User removed successfully', 'success'))
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.method, init?.body]).toEqual(['/api/admin/users', 'DELETE', '{"email":"ann@example.test"}'])
})
