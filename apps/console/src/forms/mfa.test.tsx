import { endpoint } from '@longreach/contract/endpoint'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { messageOf, toApiError } from '../api/error.ts'
import { onProofNeeded } from '../api/proof.ts'
import { createQueryClient } from '../api/query.ts'
import { startTexts } from '../i18n/i18n.ts'
import { windows } from '../windows/store.ts'
import { offerMethod } from './mfa.ts'
import { prove } from './prove.ts'
import { nameField, openForm, type } from './test/harness.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './code-window.tsx'

vi.mock('../ui/toast.ts', () => ({ toast: vi.fn() }))

const make = endpoint({
  name: 'test.make',
  method: 'POST',
  path: '/things',
  summary: 'Makes a thing',
  permission: 'signed-in',
  body: z.object({ name: z.string() }),
  response: z.object({}),
})

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const ok = () => json(200, { success: true, data: {} })
const refused = (status: number, code: string, message: string, meta?: object) =>
  json(status, { success: false, errors: [{ code, message, source: null }], ...(meta ? { meta } : {}) })
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const sent = () => fetched.mock.calls.map(([address, { body }]) => [address, JSON.parse(String(body ?? 'null'))])

beforeEach(async () => {
  await startTexts()
  onProofNeeded(prove)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  openForm({ fields: [nameField], send: (body) => call(make, { body: body as { name: string } }) })
})
afterEach(() => {
  cleanup()
  for (const { id } of windows.list()) windows.close(id)
  fetched.mockReset()
  onProofNeeded(undefined)
  vi.unstubAllGlobals()
})

const press = async (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
async function submit() {
  type(screen.getByLabelText(/^Name/), 'Pier')
  await press('Send')
}
const isOpen = (id: string) => windows.list().some((one) => one.id === id)
const prompt = () => screen.findByRole('dialog', { name: 'Enter authentication code' })
async function enter(code: string) {
  await prompt()
  type(await screen.findByLabelText(/^Code/), code)
  await press('Confirm')
}

test('S4.101 S8.36: a 401 refreshes the session, and the form is sent once more', async () => {
  let fresh = false
  fetched.mockImplementation(async (address) => {
    if (address.endsWith('/token/refresh')) fresh = true
    return fresh ? ok() : refused(401, 'UNAUTHORIZED', 'Sign in first')
  })
  await submit()
  expect(sent().map(([address]) => address)).toEqual(['/api/things', '/api/account/token/refresh', '/api/things'])
  expect(isOpen('form')).toBe(false)
})

describe('another proof of identity', () => {
  const asked = (meta: object) => refused(403, 'MFA_REQUIRED', 'A code is required', meta)

  test('S3.65 S3.66 S4.90 S4.91 S4.92 S4.93 S7.89 S7.90 S8.32: a code by mail is asked for and sent along', async () => {
    fetched.mockResolvedValueOnce(asked({ mfa_method: 'email', session_uuid: 'abc' })).mockResolvedValueOnce(ok())
    await submit()
    await prompt()
    await press('Confirm')
    expect(screen.getAllByText('Required')).toHaveLength(1)
    await enter(' 123456 ')
    expect(sent().at(-1)).toEqual(['/api/things', { name: 'Pier', session_code: '123456', session_id: 'abc' }])
    expect(isOpen('form')).toBe(false)
    expect(isOpen('authentication-code')).toBe(false)
  })

  test('S4.97 S8.34: after a wrong code the dialog stays with an error, for both kinds of codes', async () => {
    fetched
      .mockResolvedValueOnce(asked({ mfa_type: 'email', session_id: 5 }))
      .mockResolvedValueOnce(refused(403, 'CONFIRMATION_FAILED', 'Wrong code'))
      .mockResolvedValueOnce(asked({ mfa_type: 'email', session_id: 5 }))
      .mockResolvedValueOnce(ok())
    await submit()
    await enter('1')
    expect(screen.getByText('Wrong code')).toBeTruthy()
    await enter('2')
    expect(screen.getByText('A code is required')).toBeTruthy()
    expect(isOpen('authentication-code')).toBe(true)
    await enter('3')
    expect(sent().at(-1)?.[1]).toEqual({ name: 'Pier', session_code: '3', session_id: '5' })
    expect(isOpen('form')).toBe(false)
  })

  test('S4.98: any other error closes the dialog and is shown in the form', async () => {
    fetched
      .mockResolvedValueOnce(asked({ mfa_method: 'email', session_id: 'x' }))
      .mockResolvedValueOnce(refused(409, 'CONFLICT', 'There is one already'))
    await submit()
    await enter('1')
    await waitFor(() => expect(isOpen('authentication-code')).toBe(false))
    expect(await screen.findByText('There is one already')).toBeTruthy()
    expect(isOpen('form')).toBe(true)
  })

  test('a closed dialog sends nothing and leaves the form as it is', async () => {
    fetched.mockResolvedValueOnce(asked({ mfa_method: 'email', session_id: 'x' }))
    await submit()
    await prompt()
    await act(async () => windows.close('authentication-code'))
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(isOpen('form')).toBe(true)
  })

  test('S8.33: an unknown method leaves the server’s message, or that it cannot be reached', async () => {
    fetched.mockResolvedValueOnce(asked({ mfa_method: 'pigeon' }))
    await submit()
    expect(screen.getByText('A code is required')).toBeTruthy()
    fetched.mockResolvedValueOnce(refused(403, 'MFA_REQUIRED', '', { mfa_method: 'pigeon' }))
    await press('Send')
    expect(screen.getByText('Failed to connect to server')).toBeTruthy()
  })

  test('S4.96: other methods can be added, and the last one is the default', async () => {
    const methods: string[] = []
    offerMethod('totp', (challenge) => {
      methods.push('totp')
      return challenge.answer('000000')
    })
    fetched
      .mockResolvedValueOnce(asked({ mfa_method: 'totp', session_id: 'x' }))
      .mockResolvedValueOnce(refused(409, 'CONFLICT', 'Not now'))
      .mockResolvedValueOnce(asked({ session_id: 'y' }))
      .mockResolvedValueOnce(ok())
    await submit()
    await press('Send')
    expect(methods).toEqual(['totp', 'totp'])
    expect(sent().at(-1)?.[1]).toEqual({ name: 'Pier', session_code: '000000', session_id: 'y' })
  })
})

test('S4.99 S4.100 S7.80 S8.37 S8.38: a 423 asks for the password, shows why it is rejected, then sends again', async () => {
  fetched
    .mockResolvedValueOnce(refused(423, 'PASSWORD_CONFIRMATION_REQUIRED', 'Confirm your password'))
    .mockResolvedValueOnce(refused(422, 'INVALID', 'The password is wrong'))
    .mockResolvedValueOnce(ok())
    .mockResolvedValueOnce(ok())
  await submit()
  type(await screen.findByLabelText(/^Password/), 'nope')
  await act(async () => fireEvent.submit(screen.getByLabelText(/^Password/)))
  expect(await screen.findByText('The password is wrong')).toBeTruthy()
  type(screen.getByLabelText(/^Password/), 'right')
  await act(async () => fireEvent.submit(screen.getByLabelText(/^Password/)))
  expect(sent()).toEqual([
    ['/api/things', { name: 'Pier' }],
    ['/api/password-confirmation', { password: 'nope' }],
    ['/api/password-confirmation', { password: 'right' }],
    ['/api/things', { name: 'Pier' }],
  ])
  expect(isOpen('form')).toBe(false)
})

test('S8.45 S7.91: a single error outside of a list goes to its field, or else to the general ones', async () => {
  fetched.mockResolvedValueOnce(json(422, { success: false, errors: { message: 'Taken', source: 'name' } }))
  await submit()
  expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Taken')).toBeTruthy()
  fetched.mockResolvedValueOnce(json(422, { success: false, errors: { message: 'Not today' } }))
  await press('Send')
  expect(screen.getByText('Not today')).toBeTruthy()
  expect(toApiError(500, 'text', new Headers()).readable).toBe(false)
})

test('a call of no form asks alike: once for all that wait, and a closed question ends them with the reason', async () => {
  const locked = () => refused(423, 'PASSWORD_CONFIRMATION_REQUIRED', 'Confirm your password')
  fetched
    .mockResolvedValueOnce(locked())
    .mockResolvedValueOnce(locked())
    .mockImplementation(async () => ok())
  const calls = [1, 2].map(() => call(make, { body: { name: 'Pier' } }))
  type(await screen.findByLabelText(/^Password/), 'right')
  await act(async () => fireEvent.submit(screen.getByLabelText(/^Password/)))
  await Promise.all(calls)
  expect(sent().map(([address]) => address)).toEqual([
    '/api/things',
    '/api/things',
    '/api/password-confirmation',
    '/api/things',
    '/api/things',
  ])
  fetched.mockResolvedValueOnce(locked())
  const declined = call(make, { body: { name: 'Pier' } }).catch(messageOf)
  await screen.findByLabelText(/^Password/)
  await act(async () => windows.close('confirm-password'))
  expect(await declined).toBe('Confirm your password')
})

test('a question that was closed is not asked again by the retries of a query', async () => {
  fetched.mockImplementation(async () => refused(423, 'PASSWORD_CONFIRMATION_REQUIRED', 'Confirm your password'))
  const client = createQueryClient()
  const { retry = false } = client.getDefaultOptions().queries ?? {}
  const asked = client.fetchQuery({ queryKey: ['x'], queryFn: () => call(make, { body: { name: 'Pier' } }), retry })
  const declined = asked.catch(messageOf)
  await screen.findByLabelText(/^Password/)
  await act(async () => windows.close('confirm-password'))
  expect(await declined).toBe('Confirm your password')
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('the page of a proxy in place of an answer is shown by no call', async () => {
  const message = () => call(make, { body: { name: 'Pier' } }).catch(messageOf)
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
  expect(await message()).toBe('Failed to send request. Try again later')
})
