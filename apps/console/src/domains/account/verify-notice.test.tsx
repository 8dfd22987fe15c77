import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { VerifyNotice } from './verify-notice.tsx'

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerifyNotice />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('S7.22 S8.18 the link is sent again', async () => {
  fetched.mockResolvedValue(new Response(JSON.stringify({ success: true, data: { sends: true } })))
  fireEvent.click(screen.getByRole('button', { name: 'Send link again' }))
  await screen.findByText('Email confirmation sent successfully')
  expect(fetched.mock.calls.map(([address, init]) => [init?.method, address])).toEqual([
    ['POST', '/api/account/user/activation/resend'],
  ])
})

test('S8.19 a failure shows the message of the server', async () => {
  const errors = [{ code: 'TOO_MANY_REQUESTS', message: 'Too many attempts; try again later', source: null }]
  fetched.mockResolvedValue(new Response(JSON.stringify({ success: false, errors }), { status: 429 }))
  fireEvent.click(screen.getByRole('button', { name: 'Send link again' }))
  await screen.findByText('Failed to send email confirmation: Too many attempts; try again later')
})
