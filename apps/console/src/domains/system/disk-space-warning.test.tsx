import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { followChanges } from './changes.ts'
import { DiskSpaceWarning } from './disk-space-warning.tsx'

beforeAll(startTexts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the warning after the server has responded. */
async function open(data: object) {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ success: true, data })))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <DiskSpaceWarning />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  return view
}

test('a full disk is shown with the free and the required space', async () => {
  await open({ state: 'full', free: 100 * 1024 ** 2, required: 512 * 1024 ** 2 })
  const text = (await screen.findByRole('region')).textContent
  expect(text).toContain("The server's disk is full (100 MB left)")
  expect(text).toContain('Free at least 512 MB')
})

test('while the reason is unknown, a notice says that nothing can be changed', async () => {
  let hear = (_: { channel: string; taken: boolean }) => {}
  followChanges({
    on: (_event, handler) => {
      hear = handler as typeof hear
      return () => {}
    },
    onDisconnected: () => () => {},
  })
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DiskSpaceWarning />
    </QueryClientProvider>,
  )
  act(() => hear({ channel: 'private-user.1', taken: false }))
  expect(screen.getByText(/No changes are possible at the moment/)).toBeDefined()
  act(() => hear({ channel: 'private-user.1', taken: true }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('with enough disk space nothing is shown', async () => {
  const { container } = await open({ state: 'ok', free: 1, required: 0 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(container.textContent).toBe('')
})
