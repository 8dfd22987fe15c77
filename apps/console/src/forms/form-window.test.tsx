import type { Field } from '@longreach/contract/forms/fields'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../api/error.ts'
import '../app/domains.ts'
import { startTexts } from '../i18n/i18n.ts'
import { toast } from '../ui/toast.ts'
import { windows } from '../windows/store.ts'
import { nameField, openForm, showForm, type } from './test/harness.tsx'

vi.mock('../ui/toast.ts', () => ({ toast: vi.fn() }))

beforeEach(startTexts)
afterEach(() => {
  cleanup()
  for (const { id } of windows.list()) windows.close(id)
  vi.clearAllMocks()
})

const field = (name: string | RegExp = /^Name/) => screen.getByLabelText<HTMLInputElement>(name)
const press = async () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
const fill = async (text = 'Harbour') => {
  type(field(), text)
  await press()
}
/** Opened, a form puts the focus into its first field. */
const opened = () => waitFor(() => expect(document.activeElement).toBe(document.querySelector('form input')))
const isOpen = () => windows.list().some(({ id }) => id === 'form')
const refusal = (status: number, ...errors: [message: string, source: string | null, code?: string][]) =>
  new ApiError(
    status,
    errors.map(([message, source, code = 'VALIDATION_FAILED']) => ({ message, source, code })),
    null,
  )

describe('outcomes of a submit', () => {
  test('S4.79 S4.80: it waits for the answer, and ignores further submits meanwhile', async () => {
    let answer: (value: { meta: object }) => void = () => undefined
    const send = vi.fn(
      () =>
        new Promise<{ meta: object }>((resolve) => {
          answer = resolve
        }),
    )
    openForm({ fields: [nameField], send })
    await fill()
    expect(screen.getByRole('button', { name: /Send/ }).getAttribute('aria-busy')).toBe('true')
    fireEvent.submit(field().form as HTMLFormElement)
    await press().catch(() => undefined)
    expect(send).toHaveBeenCalledTimes(1)
    expect(send.mock.calls).toEqual([[{ name: 'Harbour' }, {}, expect.any(Function)]])
    await act(async () => answer({ meta: {} }))
    expect(isOpen()).toBe(false)
  })

  test('S4.81 S7.92: it shows the given message, or that of the server, or nothing', async () => {
    const send = async () => ({ meta: {}, message: 'Said the server' })
    openForm({ fields: [nameField], send, done: 'Tag created' })
    await fill()
    openForm({ fields: [nameField], send })
    await fill()
    openForm({ fields: [nameField], send, done: null })
    await fill()
    expect(vi.mocked(toast).mock.calls).toEqual([
      ['Tag created', 'success'],
      ['Said the server', 'success'],
    ])
  })

  test('S4.82 S4.83: the window closes unless it is to stay; a callback is called', async () => {
    const onDone = vi.fn()
    openForm({ fields: [nameField], onDone })
    await fill()
    expect(isOpen()).toBe(false)
    openForm({ fields: [nameField], onDone, leaveOpen: true })
    await fill()
    expect(isOpen()).toBe(true)
    expect(onDone).toHaveBeenCalledTimes(2)
  })

  test('S4.84: on a page it goes back one step and reloads nothing there', async () => {
    const close = vi.fn()
    showForm({ fields: [nameField], leaveOpen: true }, { close, page: true })
    await fill()
    expect(close).toHaveBeenCalledTimes(1)
  })

  test('S4.85: lists are refetched, unless disabled', async () => {
    const first = openForm({ fields: [nameField] })
    const all = vi.spyOn(first.client, 'invalidateQueries')
    await fill()
    expect(all.mock.calls).toEqual([[{ predicate: expect.any(Function) }]])
    const second = openForm({ fields: [nameField], reload: [['tags']] })
    const some = vi.spyOn(second.client, 'invalidateQueries')
    await fill()
    expect(some.mock.calls).toEqual([[{ queryKey: ['tags'] }]])
    const third = openForm({ fields: [nameField], reload: false })
    const never = vi.spyOn(third.client, 'invalidateQueries')
    await fill()
    expect(never).not.toHaveBeenCalled()
  })

  test('a next step is shown in place of the form, which stays open', async () => {
    openForm({
      fields: [nameField],
      send: async () => ({ meta: {}, data: { token: 'pat_1' } }),
      after: (body, { data }) => <p>{`${String(body.name)}: ${(data as { token: string }).token}`}</p>,
    })
    await opened()
    await fill()
    expect(screen.getByText('Harbour: pat_1')).toBeTruthy()
    expect(screen.queryByLabelText(/^Name/)).toBeNull()
    expect(isOpen()).toBe(true)
  })

  test('the next step can lead back to the form as it was filled in', async () => {
    openForm({
      fields: [nameField],
      after: (_body, _answer, back) => (
        <button type="button" onClick={back}>
          Another
        </button>
      ),
    })
    await opened()
    await fill()
    fireEvent.click(screen.getByRole('button', { name: 'Another' }))
    expect(field().value).toBe('Harbour')
  })

  test('a field that resets another empties it, and its error, when it changes', async () => {
    const send = vi.fn(async () => ({ meta: {} }))
    const other: Field = { key: 'other', type: 'text', label: 'Other' }
    openForm({ fields: [{ ...nameField, resets: ['other'] } as Field, other], send })
    await opened()
    type(screen.getByLabelText('Other'), 'kept until then')
    await fill()
    expect(send).toHaveBeenCalledWith({ name: 'Harbour' }, {}, expect.anything())
  })

  describe('work that the call has started is followed in a window of its own', () => {
    const fetched = vi.fn<(address: string) => Promise<Response>>()
    beforeEach(() => vi.stubGlobal('fetch', fetched).stubGlobal('__APP_VERSION__', '5.14.0'))
    afterEach(() => {
      fetched.mockReset()
      vi.unstubAllGlobals()
    })
    const channel = 'private-status.1.device.view_devices.x'
    const answer = (body: object) => new Response(JSON.stringify(body))

    test('S4.86 S7.88: by its channel, whatever else the answer names', async () => {
      const steps = { 3: [{ status: 'running', value: 'Sending' }], 4: [{ status: 'completed', value: 'Entry added' }] }
      fetched.mockImplementation(async (address) =>
        answer(
          address.includes('/devices?')
            ? {
                success: true,
                data: [
                  { id: 3, name: 'Crane' },
                  { id: 4, name: 'Pier' },
                ],
              }
            : { data: steps },
        ),
      )
      openForm({ fields: [nameField], send: async () => ({ meta: { channel }, data: { id: 7 } }) })
      await fill()
      const status = await screen.findByRole('dialog', { name: 'Action status' })
      await waitFor(() =>
        expect([...status.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
          'CraneSending',
          'PierEntry added',
        ]),
      )
      expect(screen.getByRole('img', { name: 'Done' }).closest('li')?.textContent).toContain('Pier')
      expect(isOpen()).toBe(false)
      expect(fetched.mock.calls.map(([address]) => address)).toContain(`/status/channel/${channel}`)
      await act(async () => fireEvent.click(within(status).getByText('Close')))
      expect(windows.list()).toEqual([])
    })

    test('with retries and all its devices, if it is an action', async () => {
      fetched.mockImplementation(() => new Promise(() => undefined))
      openForm({ fields: [nameField], send: async () => ({ meta: { channel, action_id: 7 } }) })
      await fill()
      expect(await screen.findByRole('dialog', { name: 'Action status' })).toBeTruthy()
      expect(isOpen()).toBe(false)
      expect(windows.list().map(({ id }) => id)).toEqual(['action-7'])
      await waitFor(() => expect(fetched.mock.calls[0]?.[0]).toContain('/api/devices/actions/7'))
    })
  })
})

describe('what went wrong', () => {
  test('S8.39 S8.42 S5.89: under its field until that changes, the rest above the fields', async () => {
    openForm({
      fields: [nameField],
      send: async () => {
        throw refusal(422, ['Taken', 'name'], ['Too many', null], ['Gone', 'id'])
      },
    })
    await opened()
    await fill()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(field().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Taken')
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['Too manyGone', 'Taken'])
    await waitFor(() => expect(document.activeElement).toBe(field()))
    type(field(), 'Pier')
    expect(screen.queryByText('Taken')).toBeNull()
    expect(screen.getByText('Too many')).toBeTruthy()
  })

  test('that the session is over is shown at no field', async () => {
    openForm({
      fields: [nameField],
      send: async () => {
        throw refusal(401, ['Sign in first', 'name', 'UNAUTHORIZED'])
      },
    })
    await fill()
    expect(screen.queryByText('Sign in first')).toBeNull()
    expect(isOpen()).toBe(true)
  })

  test('S8.43: a single one is a toast if requested, several are a list', async () => {
    let errors: [string, null][] = [['Held back', null]]
    openForm({
      fields: [nameField],
      errorsIn: 'toast',
      send: async () => {
        throw refusal(409, ...errors)
      },
    })
    await fill()
    expect(vi.mocked(toast).mock.calls).toEqual([['Held back', 'error']])
    expect(screen.queryByRole('alert')).toBeNull()
    errors = [...errors, ['Again', null]]
    await press()
    expect(screen.getByRole('alert').textContent).toBe('Held backAgain')
  })

  test('S8.44: they are in a window called Error if requested', async () => {
    openForm({
      fields: [nameField],
      errorsIn: 'window',
      send: async () => {
        throw refusal(409, ['Held back', null])
      },
    })
    await fill()
    expect(screen.getByRole('dialog', { name: 'Error' }).textContent).toContain('Held back')
  })

  test('S8.47: an answer that cannot be read, or none', async () => {
    openForm({
      fields: [nameField],
      send: async () => {
        throw new ApiError(502, [], null, null, { statusText: 'Bad Gateway', readable: false })
      },
    })
    await fill()
    expect(screen.getByText('Failed to send request. Try again later')).toBeTruthy()
  })

  test('S8.46: an answer without errors leaves its status', async () => {
    openForm({
      fields: [nameField],
      send: async () => {
        throw new ApiError(418, [], null, null, { statusText: "I'm a teapot", readable: true })
      },
    })
    await fill()
    expect(screen.getByText("I'm a teapot")).toBeTruthy()
  })

  test('S8.48: the window scrolls to its top', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
    openForm({
      fields: [nameField],
      send: async () => {
        throw refusal(409, ['Held back', null])
      },
    })
    await fill()
    expect(scrolled).toHaveBeenCalledWith({ top: 0 })
  })

  test('an error that ends the form is shown in its place', async () => {
    openForm({
      fields: [nameField],
      send: async () => {
        throw refusal(403, ['Link expired', 'token'])
      },
      afterError: (error) => (error instanceof ApiError && error.source === 'token' ? <p>Ask for a new link</p> : null),
    })
    await fill()
    expect(screen.getByText('Ask for a new link')).toBeTruthy()
    expect(screen.queryByLabelText(/^Name/)).toBeNull()
  })

  test('missing fields are reported before anything is sent, and focused', async () => {
    const send = vi.fn()
    openForm({ fields: [{ key: 'note', type: 'text', label: 'Note' }, nameField], send })
    await opened()
    await press()
    expect(send).not.toHaveBeenCalled()
    expect(screen.getByText('Required')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })
})

describe('how fields are drawn', () => {
  test('fields of a group are drawn together, and its error below them', async () => {
    const groups = { position: { label: 'Position', hint: 'In degrees' } }
    const position: Field[] = [
      { key: 'latitude', type: 'number', label: 'Latitude', group: 'position' },
      { key: 'longitude', type: 'number', label: 'Longitude', group: 'position' },
    ]
    openForm({
      fields: [nameField, ...position],
      groups,
      send: async () => {
        throw refusal(422, ['Position is at sea', 'position'])
      },
    })
    await fill()
    const group = screen.getByRole('group', { name: 'Position' })
    expect([...group.querySelectorAll('input')].map(({ name }) => name)).toEqual(['latitude', 'longitude'])
    expect(group.textContent).toContain('In degrees')
    const described = document.getElementById(group.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Position is at sea')
  })

  test('a control that is disabled says why', () => {
    openForm({
      fields: [{ key: 'name', type: 'text', label: 'Name', hint: 'Up to you', disabled: 'Set by the server' }],
    })
    expect(field().disabled).toBe(true)
    const described = document.getElementById(field().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Set by the server')
  })
})

describe('fields come and go', () => {
  const fields = [
    { key: 'kind', type: 'text', label: 'Kind' },
    { key: 'price', type: 'number', label: 'Price', depends: { key: 'kind', is: 'paid' } },
    { key: 'owner', type: 'text', label: 'Owner', permission: 'super_admin' },
  ] as const

  test('S5.86 S5.88: a field is visible while its condition is met, and empty when it reappears', async () => {
    const send = vi.fn(async () => ({ meta: {} }))
    openForm({ fields: [...fields], send, leaveOpen: true })
    expect(screen.queryByLabelText('Price')).toBeNull()
    type(field('Kind'), 'paid')
    type(field('Price'), '7')
    type(field('Kind'), 'free')
    await press()
    expect(send).toHaveBeenLastCalledWith({ kind: 'free' }, {}, expect.any(Function))
    type(field('Kind'), 'paid')
    expect(field('Price').value).toBe('')
  })

  test('a field that is shown for the first time has its initial value', () => {
    openForm({ fields: [...fields], values: { price: 5 } })
    type(field('Kind'), 'paid')
    expect(field('Price').value).toBe('5')
    type(field('Kind'), 'free')
    type(field('Kind'), 'paid')
    expect(field('Price').value).toBe('')
  })

  test('S5.87 S6.72: a field is visible for users with its permission', () => {
    openForm({ fields: [...fields] })
    expect(screen.queryByLabelText('Owner')).toBeNull()
    cleanup()
    openForm({ fields: [...fields], permissions: ['super_admin'] })
    expect(screen.getByLabelText('Owner')).toBeTruthy()
  })
})
