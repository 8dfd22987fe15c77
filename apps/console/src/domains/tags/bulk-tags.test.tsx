import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { BulkTags } from './bulk-tags.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './manage-tags-window.tsx'

/** Number of devices that match the filter. */
let total: number
const sent = vi.fn<(path: string, body: unknown) => void>()

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const [path = ''] = address.split('?')
  if (method !== 'GET') sent(`${method} ${path}`, JSON.parse(String(body)))
  const data = method === 'GET' ? [] : { added: 0, removed: 40, devices: total }
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total } }))
}

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
})

function draw(permissions: readonly string[]) {
  const onDone = vi.fn<() => void>()
  const selected = { filter: { status: 'online' }, count: 12, names: [] }
  drawWindows(permissions, <BulkTags selected={selected} clear={onDone} />)
  return onDone
}

test('tags of devices newly in a filter are changed only after a second press', async () => {
  const onDone = draw(['view_tags', 'assign_tags'])
  fireEvent.click(screen.getByRole('button', { name: 'Tags…' }))
  await screen.findByRole('dialog', { name: 'Tags of all 12 devices in this list' })
  fireEvent.click(await screen.findByRole('radio', { name: 'Remove' }))
  total = 32
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  const message = 'The list now has 32 rows, not 12. Press again to continue with all of them.'
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Tags of all 32 devices in this list' })).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.mock.calls).toEqual([['PUT /api/devices/tags/unassign', { filter: { status: 'online' }, tag_id: [] }]])
  expect(windows.list()).toEqual([])
})

test.each(['view_tags', 'assign_tags'])('with %s alone tags cannot be changed', (permission) => {
  draw([permission])
  expect(screen.queryByRole('button')).toBeNull()
})
