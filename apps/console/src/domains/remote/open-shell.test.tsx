import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import type { DockTab } from '../../registry/domain.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { leaveShell } from './open-shell.ts'

const sent = vi.fn<(request: string) => void>()

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method !== 'GET') sent(`${method} ${address}`)
    return new Response(JSON.stringify({ success: true, data: [], errors: [] }))
  })
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  drawWindows([])
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
})

const tab = (part: Partial<DockTab>, session?: number): DockTab => ({
  id: 'shell-7',
  kind: 'shell',
  title: 'Pier',
  data: { target: { device: 7 }, duration: 600, attempt: 0, session },
  ...part,
})

/** Leaves a shell that may be open, and presses a button of the question. */
async function leave(button: string): Promise<boolean> {
  let left: Promise<boolean> | undefined
  await act(async () => {
    left = leaveShell(tab({ live: true }, 5))
  })
  await screen.findByRole('dialog', { name: 'End the session?' })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return left as Promise<boolean>
}

test('a shell that may be open is ended after a question, and stays if that is cancelled', async () => {
  expect(await leave('Keep open')).toBe(false)
  expect(sent).not.toHaveBeenCalled()
  expect(await leave('End')).toBe(true)
  await waitFor(() => expect(sent.mock.calls).toEqual([['DELETE /api/devices/connect/sessions/5']]))
})

test('one that has ended, or was never open, is left without a question', async () => {
  expect(await leaveShell(tab({ live: false }, 5))).toBe(true)
  expect(await leaveShell(tab({}))).toBe(true)
  expect(sent).not.toHaveBeenCalled()
})
