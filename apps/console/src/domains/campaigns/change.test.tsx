import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { skip } from './change.ts'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeAll(startTexts)
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response('{"success":true,"data":{"skipped":1}}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows([])
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  [{ device_id: 9, device_name: 'Crane' }, 'Skip Crane?', 'Keep device', 'Skip device', { device_id: [9] }],
  [{ offline: 3 }, 'Skip 3 offline devices?', 'Keep devices', 'Skip 3 devices', {}],
])('devices of a campaign are skipped after a question', async (which, title, keep, confirm, body) => {
  const answer = async (button: string) => {
    const done = skip({ id: 4 }, new QueryClient(), which)
    await screen.findByRole('dialog', { name: title })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    await act(() => done)
  }
  await answer(keep)
  expect(fetched).not.toHaveBeenCalled()
  await answer(confirm)
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual(body)
})
