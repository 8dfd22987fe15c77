import type { Field } from '@longreach/contract/forms/fields'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { generatePassword } from '../generate-password.ts'
import { masked } from '../mask.ts'
import { openForm, type } from '../test/harness.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))

beforeEach(startTexts)
afterEach(() => {
  cleanup()
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
})

/** A form with the given fields, and the values that it sends. */
function open(...fields: Field[]) {
  const send = vi.fn(async () => ({ meta: {} }))
  openForm({ fields, send, leaveOpen: true })
  const sent = async () => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
    return (send.mock.calls as unknown[][]).at(-1)?.[0]
  }
  return { send, sent }
}
const input = (name = /^A/) => screen.getByLabelText<HTMLInputElement>(name)
const paste = (element: Element, text: string) =>
  fireEvent.paste(element, { clipboardData: { getData: () => text, files: [] } })

describe('text', () => {
  test('S5.90: pasted text is trimmed, and cut to the maximum length', () => {
    open({ key: 'a', type: 'text', label: 'A', maxlength: 8 })
    type(input(), 'ab')
    input().setSelectionRange(1, 1)
    paste(input(), '  12345678  ')
    expect(input().value).toBe('a123456b')
  })

  test('S5.91: a text is sent trimmed', async () => {
    const { sent } = open({ key: 'a', type: 'text', label: 'A' })
    type(input(), '  a b ')
    fireEvent.blur(input())
    expect(input().value).toBe('a b')
    expect(await sent()).toEqual({ a: 'a b' })
  })

  test('a mask accepts what its tokens allow', () => {
    expect(masked('##-##', '1x2 3')).toBe('12- 3')
    expect(masked('***', 'a-1!Z')).toBe('a1Z')
    expect(masked('SSS', 'a1Bc')).toBe('aBc')
    expect(masked('FF:FF', 'a0g9b')).toBe('A0:9B')
    expect(masked('AA', '1bc')).toBe('BC')
    expect(masked('aa', '1BC')).toBe('bc')
    expect(masked('!#-#', '7')).toBe('#-7')
  })

  test('a field with a mask types so', () => {
    open({ key: 'a', type: 'text', label: 'A', mask: 'FF:FF:FF' })
    type(input(), '001e42')
    expect(input().value).toBe('00:1E:42')
  })

  test('S3.84: placeholder, hint, subtext and addon are shown beside it, and read with it', () => {
    open({
      key: 'a',
      type: 'text',
      label: 'A',
      placeholder: 'pier',
      hint: 'Said below',
      subtext: 'beside',
      addon: 'dBm',
    })
    expect(input().placeholder).toBe('pier')
    const said = (input().getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    expect(said.map((one) => one?.textContent)).toEqual(['Said below', 'dBm'])
    expect(screen.getByText('beside')).toBeTruthy()
  })

  test('S5.99: a password can be revealed', () => {
    open({ key: 'a', type: 'password', label: 'A' })
    expect(input().type).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input().type).toBe('text')
  })

  test('S5.100 S3.85 S9.46: one of sixteen characters can be generated, and is shown', async () => {
    const { sent } = open({ key: 'a', type: 'password', label: 'A', generate: true })
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }))
    expect(input().type).toBe('text')
    expect(input().value).toHaveLength(16)
    expect(await sent()).toEqual({ a: input().value })
    const many = Array.from({ length: 50 }, generatePassword)
    expect(new Set(many).size).toBe(50)
    for (const one of many) expect(one).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[-_+=@#%]).{16}$/)
  })
})

describe('a list', () => {
  const field = { key: 'a', type: 'email', component: 'ListInput', label: 'A' } as const
  const chips = () => screen.queryAllByRole('listitem').map((one) => one.textContent)
  const key = (name: string) => fireEvent.keyDown(input(), { key: name })

  test('S3.90 S9.47: Enter and comma add what was typed; nothing is added for nothing', async () => {
    const { sent } = open(field)
    type(input(), ' a@b.co ')
    key('Enter')
    type(input(), 'c@d.co')
    key(',')
    type(input(), '   ')
    key(',')
    expect(chips()).toEqual(['a@b.co', 'c@d.co'])
    expect(await sent()).toEqual({ a: ['a@b.co', 'c@d.co'] })
  })

  test('S3.96 S5.76: other keys can be declared', () => {
    open({ ...field, type: 'text', addKeys: [' '] })
    type(input(), 'x')
    key('Enter')
    expect(chips()).toEqual([])
    key(' ')
    expect(chips()).toEqual(['x'])
  })

  test('S5.81: a value the browser rejects stays to be corrected, and nothing is sent', async () => {
    const { send, sent } = open(field)
    type(input(), 'a@b.co, nobody')
    key('Enter')
    expect(chips()).toEqual(['a@b.co'])
    expect(input().value).toBe('nobody')
    expect(screen.getByText('nobody: Enter an e-mail address')).toBeTruthy()
    await sent()
    expect(send).not.toHaveBeenCalled()
  })

  test('limits are shown', () => {
    open({ ...field, maxItems: 2, noDupes: true })
    paste(input(), 'a@b.co\nA@B.co; c@d.co, e@f.co')
    expect(chips()).toEqual(['a@b.co', 'c@d.co'])
    expect(screen.getByRole('alert').textContent).toBe('A@B.co: No duplicates · 1 more was not added')
  })

  test('numbers are sent as numbers', async () => {
    const { sent } = open({ ...field, type: 'number' })
    type(input(), '7, 008')
    fireEvent.blur(input())
    expect(await sent()).toEqual({ a: [7, 8] })
  })

  describe('blur during a press', () => {
    const leave = () => {
      const pressed = vi.spyOn(document, 'querySelector').mockReturnValue(document.body)
      fireEvent.blur(input())
      pressed.mockRestore()
    }

    test.each(['mouseUp', 'dragEnd', 'pointerCancel'] as const)(
      'takes what was typed at its end by %s, once',
      (end) => {
        open({ ...field, type: 'text' })
        type(input(), 'x')
        leave()
        expect(chips()).toEqual([])
        fireEvent[end](document.body)
        expect(chips()).toEqual(['x'])
        type(input(), 'y')
        fireEvent.mouseUp(document.body)
        fireEvent.dragEnd(document.body)
        expect(chips()).toEqual(['x'])
      },
    )

    test('keeps what was added meanwhile', () => {
      open({ ...field, type: 'text' })
      type(input(), 'x')
      leave()
      paste(input(), 'y,z')
      type(input(), 'x')
      fireEvent.mouseUp(document.body)
      expect(chips()).toEqual(['y', 'z', 'x'])
    })
  })

  test('an item is removed by its button, the last by Backspace', () => {
    open(field)
    paste(input(), 'a@b.co,c@d.co,e@f.co')
    fireEvent.click(screen.getByRole('button', { name: 'Remove a@b.co' }))
    key('Backspace')
    expect(chips()).toEqual(['c@d.co'])
  })

  test('S3.97 S5.85: a CSV is read line by line, an example of one can be downloaded', async () => {
    open({ ...field, showCsvUpload: true })
    const file = screen.getByLabelText<HTMLInputElement>('Import CSV', { selector: 'input' })
    const choose = (selected: File) => act(async () => fireEvent.change(file, { target: { files: [selected] } }))
    await choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
    expect(screen.getByText('Not a CSV file selected')).toBeTruthy()
    const large = new File(['x'], 'a.csv', { type: 'text/csv' })
    Object.defineProperty(large, 'size', { value: 83_886_080 })
    await choose(large)
    expect(screen.getByText('File size must be lower than 80MB')).toBeTruthy()
    await choose(new File(['a@b.co\r\n"c@d.co"\nnobody\n'], 'a.csv', { type: 'text/csv' }))
    await waitFor(() => expect(chips()).toEqual(['a@b.co', 'c@d.co']))
    expect(screen.getByText('nobody: Enter an e-mail address')).toBeTruthy()
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Example CSV' }).getAttribute('href')).toBe(
      '/example.csv',
    )
  })
})

describe('files', () => {
  const field = { key: 'a', type: 'file', label: 'A', accept: '.json', noSpaces: true } as const
  const selected = (name: string, kind = 'application/json') => new File(['{}'], name, { type: kind })
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByText('or drop it here').parentElement as Element, { dataTransfer: { files } })

  test('S5.72 S5.73 S5.74 S5.75: dropped files are checked for name and type', async () => {
    const { send, sent } = open({ ...field, required: true })
    drop(selected('a b.json'))
    expect(screen.getByText('File name contains spaces')).toBeTruthy()
    drop(selected('a;b.json'))
    expect(screen.getByText('File name contains forbidden symbols')).toBeTruthy()
    drop(selected('a.png', 'image/png'))
    expect(screen.getByText('Select a file of type .json')).toBeTruthy()
    drop(selected('a.json'))
    expect(screen.queryByRole('alert')).toBeNull()
    await sent()
    expect((send.mock.calls as unknown[][])[0]?.[1]).toEqual({ a: [expect.any(File)] })
  })

  test('S5.69 S5.70: a file that is too large is refused; with warnings the limit is shown from the start', () => {
    open({ ...field, warnings: true })
    expect(screen.getByText('Maximum file size is 80MB')).toBeTruthy()
    cleanup()
    open({ ...field, max: 1 })
    drop(selected('a.json'))
    expect(screen.getByText('Maximum file size is 1B')).toBeTruthy()
  })
})

test('S3.91: rows are added and removed, and an error is shown in its cell', async () => {
  const columns = [{ key: 'mac', type: 'text', label: 'MAC', required: true }] as const
  const { sent, send } = open({ key: 'a', type: 'table', component: 'TableInput', label: 'A', columns })
  for (const _ of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'Add row' }))
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>(/^MAC/)
  type(first as HTMLElement, '001E42')
  await sent()
  expect(send).not.toHaveBeenCalled()
  expect(second?.getAttribute('aria-invalid')).toBe('true')
  expect(first?.getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove row 2' }))
  expect(await sent()).toEqual({ a: [{ mac: '001E42' }] })
})

test('S3.89: boxes, radios and words between them', async () => {
  const { sent } = open(
    { key: 'note', type: 'warning', component: 'BaseAlert', label: 'Mind the gap' },
    { key: 'a', type: 'checkbox', label: 'A', hint: 'Said below', trueValue: 'on', falseValue: 'off' },
    {
      key: 'b',
      type: 'radio',
      label: 'B',
      options: [
        { value: 1, label: 'One' },
        { value: 2, label: 'Two' },
      ],
    },
    { key: 'c', type: 'color', label: 'C' },
    { key: 'd', type: 'number', label: 'D', step: 0.5 },
  )
  expect(screen.getByRole('note').textContent).toBe('Mind the gap')
  fireEvent.click(input())
  fireEvent.click(screen.getByLabelText('Two'))
  const color = screen.getByTitle('Hex colour code')
  type(color, '48f')
  fireEvent.blur(color)
  type(input(/^D/), '1.5')
  expect(await sent()).toEqual({ a: 'on', b: 2, c: '#4488ff', d: 1.5 })
})

test('a table that is full says how many rows it takes', () => {
  const columns = [{ key: 'mac', type: 'text', label: 'MAC' }] as const
  open({ key: 'a', type: 'table', component: 'TableInput', label: 'A', columns, maxItems: 1 })
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add row' })
  fireEvent.click(add)
  expect(add.disabled).toBe(true)
  expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe('At most 1 row')
})
