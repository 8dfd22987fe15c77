import type { Brand } from '@longreach/contract/brand/schemas'
import { brandSchema } from '@longreach/contract/brand/schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Session, sessionQuery } from '../../api/session.ts'
import { BrandContext } from '../../brand/brand.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { WindowHost } from '../../windows/host.tsx'
import { StartQuestions } from './start-questions.tsx'

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const answers = (data: object) => new Response(JSON.stringify({ success: true, data }))

function show(user: object, brand: Partial<Brand>) {
  const client = new QueryClient()
  const whole = { email: 'ann@example.test', username: 'ann', tos_accepted: true, isImpersonating: false, ...user }
  client.setQueryData(sessionQuery.queryKey, { kind: 'user', user: whole } as Session)
  render(
    <BrandContext value={brandSchema.parse(brand)}>
      <QueryClientProvider client={client}>
        <WindowHost />
        <StartQuestions />
      </QueryClientProvider>
    </BrandContext>,
  )
}

const terms = { date: '2023-01-18', text: 'Be kind.', url: null }

test('S2.238 S2.239 S4.19 S4.20 new terms are shown in a window without a header, and can be agreed to', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
  document.cookie = 'XSRF-TOKEN=abc'
  fetched.mockImplementation(async (address) =>
    answers(address === '/api/user' ? { email: 'ann@example.test', tos_accepted: true } : { sends: true }),
  )
  show({ tos_accepted: false }, { terms })
  const window = await screen.findByRole('dialog', { name: 'Terms of service' })
  expect(window.querySelector('header')).toBeNull()
  expect(screen.getByText('Be kind.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Agree' }))
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  const [address, init] = fetched.mock.calls[0] as [string, RequestInit]
  expect([address, init.method, init.body]).toEqual(['/api/account/user', 'PUT', '{"tos_accepted":true}'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('S3.119 S4.21 S4.22 S9.58 under another brand agreement is sent by itself, once, and noted in this browser', async () => {
  fetched.mockImplementation(async () => answers({ sends: true }))
  show({ tos_accepted: false }, { default: false })
  await waitFor(() => expect(localStorage.getItem('tos_accepted_20230118')).toBe('true'))
  expect(screen.queryByRole('dialog')).toBeNull()
  show({ tos_accepted: false }, { default: false })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('users who agreed are not asked, and without terms no user is', () => {
  show({}, { terms })
  show({ tos_accepted: false }, {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('S4.23 S4.24 S4.25 a name in place of an address: the window requires an address before it closes', async () => {
  fetched.mockImplementation(async () => answers({ sends: true }))
  show({ email: 'ann', username: 'ann' }, {})
  const window = await screen.findByRole('dialog', { name: 'Please enter your email address' })
  expect(window.querySelector('header')).toBeNull()
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter your e-mail address')
  fireEvent.change(screen.getByLabelText(/E-mail/), { target: { value: 'ann@example.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/link sent to ann@example.test/)
  expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"email":"ann@example.test"}')
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
