import '../texts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { clientOf } from '../../../windows/test/harness.tsx'
import { DeviceFilterWords } from './device-filters.tsx'

const fetched: string[] = []

beforeEach(async () => {
  await startTexts()
  fetched.length = 0
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(decodeURIComponent(address))
    return new Response(JSON.stringify({ success: true, data: [], errors: [], meta: { total: 12 } }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  [{}, 'All devices: 12 now', /devices\?limit=1$/],
  [
    { status: ['online', 'offline'], 'ne:model': 'RUT200', q: 'pump' },
    'Devices with status Online, Offline, model is not RUT200, “pump” in their name or numbers: 12 now',
    /status=online,offline&ne:model=RUT200&q=pump&limit=1$/,
  ],
])('a filter is a sentence with the number of devices that match it now', async (filter, sentence, query) => {
  const { container } = render(
    <QueryClientProvider client={clientOf(['view_devices'])}>
      <DeviceFilterWords filter={filter} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(container.textContent).toBe(sentence))
  expect(fetched).toEqual([expect.stringMatching(query)])
})
