import { brandSchema } from '@longreach/contract/brand/schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BrandContext } from '../brand/brand.ts'
import { startTexts } from '../i18n/i18n.ts'
import { TextField } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.ts'
import { ask, confirm } from './confirm.tsx'
import { offerHelp } from './help.ts'
import { WindowHost } from './host.tsx'
import { openJson } from './json-window.tsx'
import { useReminders } from './reminders.ts'
import { type WindowSpec, windows } from './store.ts'
import { WindowForm } from './window-form.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './question-form.tsx'

vi.mock('../ui/toast.ts', () => ({ toast: vi.fn() }))
const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: { data: [] } })))
})
afterEach(() => {
  cleanup()
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
  offerHelp(null)
  localStorage.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const brand = (standard: boolean) => brandSchema.parse({ default: standard })
function show(specs: (Partial<WindowSpec> & { id: string })[] = [], standard = true, extra = <span />) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrandContext value={brand(standard)}>
        {extra}
        <WindowHost />
      </BrandContext>
    </QueryClientProvider>,
  )
  act(() => {
    for (const spec of specs) windows.open({ title: spec.id, content: <input aria-label={`in ${spec.id}`} />, ...spec })
  })
}
const dialog = (name: string) => screen.getByRole('dialog', { name })
const within = (name: string, button: string) =>
  [...dialog(name).querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === button)
const ids = () => windows.list().map(({ id }) => id)

describe('a window', () => {
  test('S2.287 S2.288 S2.291 S3.73: it is minimised, maximised where it can be, and closed by its header', () => {
    show([{ id: 'a' }, { id: 'b', fullscreen: false }])
    expect(within('b', 'Maximise')).toBeUndefined()
    fireEvent.click(within('a', 'Maximise') as Element)
    expect(windows.list().find(({ id }) => id === 'a')?.maximised).toBe(true)
    fireEvent.click(within('a', 'Minimise') as Element)
    fireEvent.click(screen.getByRole('button', { name: 'a' }))
    expect(windows.list().find(({ id }) => id === 'a')?.minimised).toBe(false)
    fireEvent.click(within('a', 'Close') as Element)
    expect(ids()).toEqual(['b'])
  })

  test('S2.290: Escape closes it, an open list in it first', () => {
    show([{ id: 'a', content: <div role="combobox" aria-expanded="true" tabIndex={0} /> }])
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
    expect(ids()).toEqual(['a'])
    screen.getByRole('combobox').setAttribute('aria-expanded', 'false')
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
    expect(ids()).toEqual([])
  })

  test('Escape closes the topmost also when nothing has the focus', () => {
    show([{ id: 'a' }, { id: 'b' }])
    act(() => (document.activeElement as HTMLElement | null)?.blur())
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(ids()).toEqual(['a'])
  })

  test('S8.29 S9.44: a sixth is not minimised, with a message', () => {
    show(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id })))
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) fireEvent.click(within(id, 'Minimise') as Element)
    expect(vi.mocked(toast).mock.calls).toEqual([['You can not minimize more than 5 windows', 'error']])
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('S2.289: the title moves it by the arrow keys, and explains it', () => {
    show([{ id: 'a' }])
    const title = screen.getByRole('heading', { name: 'a' })
    expect(title.getAttribute('tabindex')).toBe('0')
    expect(document.getElementById(title.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Move with the arrow keys',
    )
    vi.spyOn(dialog('a'), 'getBoundingClientRect').mockReturnValue(new DOMRect(300, 200, 400, 300))
    fireEvent.keyDown(title, { key: 'ArrowRight' })
    fireEvent.keyDown(title, { key: 'ArrowDown', shiftKey: true })
    expect(dialog('a').style.translate).toBe('16px 80px')
  })

  test('S3.67: title and subtitle; S3.74: without a target the topmost main one closes, never a question', () => {
    show([
      { id: 'a', subtitle: 'of Harbour' },
      { id: 'q', prompt: true },
    ])
    expect(screen.getByRole('heading', { name: /^a/ }).textContent).toBe('a of Harbour')
    act(() => windows.close())
    expect(ids()).toEqual(['q'])
  })

  test('a window without a header that is forced stays until it is answered', () => {
    show([{ id: 'a', bare: true, forced: true }])
    expect(dialog('a').querySelector('button')).toBeNull()
    fireEvent.keyDown(screen.getByLabelText('in a'), { key: 'Escape' })
    act(() => windows.close())
    expect(ids()).toEqual(['a'])
  })

  test('S2.293 S3.75: the question mark is there when there is a text on it, and the brand is the default one', () => {
    const open = vi.fn()
    offerHelp({ knows: (key) => key === 'tags.main', open })
    show([
      { id: 'a', help: 'tags.main' },
      { id: 'b', help: 'nothing' },
    ])
    expect(within('b', 'Help')).toBeUndefined()
    fireEvent.click(within('a', 'Help') as Element)
    expect(open).toHaveBeenCalledWith('tags.main')
    cleanup()
    show([], false)
    expect(within('a', 'Help')).toBeUndefined()
  })
})

test('S2.253: a value is shown as JSON, to be copied', () => {
  show()
  act(() => openJson('json', 'Line 7', { id: 7, name: '<b>' }))
  expect(dialog('Line 7').querySelector('pre')?.textContent).toBe('{\n  "id": 7,\n  "name": "<b>"\n}')
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

describe('a question', () => {
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
  const asked = () => screen.findByRole('dialog', { name: 'Sure?' })

  test('S2.294 S2.295 S3.70: Confirm and Cancel, or words of its own', async () => {
    show()
    const yes = confirm({ title: 'Sure?', text: 'Really' })
    await asked()
    await press('Confirm')
    expect(await yes).toBe(true)
    const no = confirm({ title: 'Sure?', text: 'Really', confirm: 'Go', cancel: 'Stay' })
    await asked()
    expect(screen.getByRole('button', { name: 'Go' })).toBeTruthy()
    await press('Stay')
    expect(await no).toBe(false)
  })

  test('S2.296 S3.69: it may require a password', async () => {
    show()
    const reply = ask({ title: 'Sure?', text: 'Really', input: { label: 'Password', type: 'password' } })
    const input = (await screen.findByLabelText('Password')) as HTMLInputElement
    expect(input.type).toBe('password')
    fireEvent.change(input, { target: { value: 'secret' } })
    await press('Confirm')
    expect(await reply).toEqual({ input: 'secret', selected: null })
  })

  test('S2.297 S3.72: once turned off it is not asked again, until it is turned on', async () => {
    function Preferences() {
      const { silenced, reset } = useReminders()
      return (
        <button type="button" onClick={() => reset()}>
          Again: {silenced.join()}
        </button>
      )
    }
    show([], true, <Preferences />)
    const question = { title: 'Sure?', text: 'Really', reminderKey: 'devices.reboot' }
    const first = confirm(question)
    await asked()
    fireEvent.click(await screen.findByLabelText('Do not show this again (can be re-enabled in the table preferences)'))
    await press('Confirm')
    expect(await first).toBe(true)
    await screen.findByText('Again: devices.reboot')
    expect(await confirm(question)).toBe(true)
    expect(ids()).toEqual([])
    await act(async () => fireEvent.click(screen.getByText('Again: devices.reboot')))
    const again = confirm(question)
    await asked()
    await press('Cancel')
    expect(await again).toBe(false)
  })

  test('S2.298 S3.71: Confirm is disabled until the selection is made', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    show()
    const options = [{ value: '1', label: 'One' }]
    const reply = ask({ title: 'Sure?', text: 'Really', selectBox: { label: 'Which', options } })
    await asked()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' })
    expect(button.disabled).toBe(true)
    fireEvent.click(screen.getByRole('combobox', { name: /^Which/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'One', hidden: true }))
    await waitFor(() => expect(button.disabled).toBe(false))
    await press('Confirm')
    expect(await reply).toEqual({ input: '', selected: '1' })
  })
})

test('Escape before a menu has been loaded keeps it from opening', async () => {
  show(
    [],
    true,
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onClick={() => undefined}>Delete</MenuItem>
    </Menu>,
  )
  const trigger = screen.getByRole('button', { name: 'Actions' })
  fireEvent.click(trigger)
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(trigger, { key: 'Escape' })
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
})

describe('a filled window', () => {
  const form = (
    <WindowForm onSubmit={() => undefined} submit="Save" busy={false} errors={[]}>
      <input aria-label="name" />
    </WindowForm>
  )
  const pressEscape = (name: string) => fireEvent.keyDown(dialog(name), { key: 'Escape' })

  test('is closed by Escape only after a question', async () => {
    show([{ id: 'a', content: form }])
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Pier' } })
    pressEscape('a')
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(ids()).toEqual(['a'])
    pressEscape('a')
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(ids()).toEqual([]))
  })

  test('keeps the focus where one types', async () => {
    show([{ id: 'a', content: form }])
    const field = screen.getByRole('textbox')
    await waitFor(() => expect(document.activeElement).toBe(field))
    fireEvent.input(field, { target: { value: 'P' } })
    // The window moves the focus, if at all, in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(field)
  })

  test('asks as well if all that was done is to select an option', async () => {
    const content = (
      <WindowForm onSubmit={() => undefined} submit="Save" busy={false} errors={[]}>
        <Select label="Company" value={null} options={[{ value: '1', label: 'North' }]} onChange={() => undefined} />
      </WindowForm>
    )
    show([{ id: 'a', content }])
    fireEvent.click(screen.getByRole('combobox'))
    fireEvent.click(await screen.findByRole('option', { name: 'North' }))
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    pressEscape('a')
    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy()
  })

  test('is closed by its own buttons without one', () => {
    show([{ id: 'a', content: form }])
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Pier' } })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(ids()).toEqual([])
  })

  test('asks as well when the page has the focus', async () => {
    show([{ id: 'a', content: form }])
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Pier' } })
    act(() => (document.activeElement as HTMLElement).blur())
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy()
  })
})

test.each([
  ['the first that is required, after a selection that is made', 'Demo', 'Name'],
  ['its first field, a selection that is to be made', null, 'Company'],
])('a form focuses %s', async (_title, value, focused) => {
  const content = (
    <WindowForm onSubmit={() => undefined} submit="Save" busy={false} errors={[]}>
      <Select label="Company" value={value} options={[{ value: 'Demo', label: 'Demo' }]} onChange={() => undefined} />
      <TextField label="Note" />
      <TextField label="Name" required />
    </WindowForm>
  )
  show([{ id: 'a', content }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(focused, { exact: false })))
})

describe('a window whose content is loading', () => {
  let draw = (): void => undefined
  const slow = () => {
    const Late = lazy(
      () =>
        new Promise<{ default: () => ReactNode }>((resolve) => {
          draw = () => resolve({ default: () => <Field /> })
        }),
    )
    return <Late />
  }
  function Field() {
    const field = useRef<HTMLInputElement>(null)
    useEffect(() => field.current?.focus(), [])
    return <input aria-label="command" ref={field} />
  }
  const loaded = async () => {
    await act(async () => draw())
    return (await screen.findByRole('textbox')) as HTMLInputElement
  }
  const insert = vi.fn((_command: string, _ui: boolean, text: string) => {
    ;(document.activeElement as HTMLInputElement).value += text
    return true
  })
  beforeEach(() => Object.assign(document, { execCommand: insert }))
  const typeKeys = (keys: readonly string[], more: KeyboardEventInit = {}) => {
    for (const key of keys) fireEvent.keyDown(document.activeElement as Element, { key, ...more })
  }

  test('takes keys from its first frame', async () => {
    show([{ id: 'a', content: slow() }])
    typeKeys(['u', 'm', 'Backspace', 'n', 'Shift', 'a', 'm', 'e', ' ', '-', 'a'])
    expect((await loaded()).value).toBe('uname -a')
  })

  test('takes keys also before the focus has left the button that opened it', async () => {
    show([{ id: 'a', content: slow() }])
    const page = document.createElement('div')
    page.toggleAttribute('inert', true)
    const opener = page.appendChild(document.createElement('button'))
    document.body.append(page)
    for (const key of ['u', 'n']) fireEvent.keyDown(opener, { key })
    typeKeys(['a'])
    expect((await loaded()).value).toBe('una')
    page.remove()
  })

  test('takes neither shortcuts nor keys before Tab or a click', async () => {
    show([{ id: 'a', content: slow() }])
    typeKeys(['k'], { ctrlKey: true })
    typeKeys(['x', 'Tab', 'y'])
    expect((await loaded()).value).toBe('')
    expect(insert).not.toHaveBeenCalled()
  })
})
