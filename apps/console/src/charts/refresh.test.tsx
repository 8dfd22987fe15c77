import { refreshIntervals } from '@longreach/contract/monitoring/constants'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { storageQuery } from '../api/user-storage.ts'
import { startTexts } from '../i18n/i18n.ts'
import { RefreshPicker } from './refresh-picker.tsx'

beforeAll(startTexts)
afterEach(cleanup)

test('S9.2: charts are refreshed every 10 s to a day, and every minute unless the user selects otherwise', async () => {
  expect(refreshIntervals).toEqual([10, 30, 60, 300, 900, 1800, 3600, 7200, 86_400])
  const client = new QueryClient()
  client.setQueryData(storageQuery.queryKey, {})
  render(
    <QueryClientProvider client={client}>
      <RefreshPicker />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Refresh every 1 min' }))
  for (const name of ['10 s', '30 s', '1 min', '5 min', '15 min', '30 min', '1 h', '2 h', '24 h'])
    expect(
      await screen.findByText(name, { selector: '[role^=menuitem] *, [role^=menuitem], label, span' }),
    ).toBeDefined()
})
