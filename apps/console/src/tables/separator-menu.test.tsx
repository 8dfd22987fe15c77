import './texts.ts'
import '../ui/menu-dropdown.tsx'
import { exportTags } from '@longreach/contract/tags/endpoints'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { MantineRoot } from '../ui/mantine-root.tsx'
import { downloadList } from './download.ts'
import { SeparatorMenu } from './separator-menu.tsx'

const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeAll(startTexts)
beforeEach(() => {
  localStorage.clear()
  // The library looks for the items before they have been drawn.
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  fetched.mockRejectedValue(new Error('not needed'))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
})

async function choose(name: string) {
  render(<SeparatorMenu />, { wrapper: MantineRoot })
  fireEvent.click(screen.getByRole('button', { name: 'Between cells' }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name }))
  cleanup()
}

async function requested() {
  fetched.mockClear()
  downloadList(exportTags, { q: 'depot' }, [])
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  return fetched.mock.calls[0]?.[0]
}

test('downloads have the separator that was chosen last, a comma at first', async () => {
  expect(await requested()).toBe('/api/tags/export/csv?q=depot')
  await choose('Semicolon')
  expect(await requested()).toBe('/api/tags/export/csv?q=depot&separator=%3B')
  render(<SeparatorMenu />, { wrapper: MantineRoot })
  fireEvent.click(screen.getByRole('button', { name: 'Between cells' }))
  expect((await screen.findByRole('menuitemradio', { name: 'Semicolon' })).getAttribute('aria-checked')).toBe('true')
  cleanup()
  await choose('Comma')
  expect(await requested()).toBe('/api/tags/export/csv?q=depot')
})
