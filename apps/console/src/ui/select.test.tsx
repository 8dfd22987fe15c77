import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MultiSelect } from './multi-select.tsx'
import { Select } from './select.tsx'

afterEach(cleanup)

const demo = { value: '1', label: 'Demo' }
const north = { value: '2', label: 'Demo North' }
const pier = { value: '3', label: 'Demo North Pier' }
type Options = readonly (typeof demo)[]

function show(draw: (options: Options) => React.ReactElement, first: Options) {
  const { rerender } = render(draw(first))
  const field = screen.getByRole('combobox')
  act(() => field.focus())
  return {
    update: (options: Options) => rerender(draw(options)),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    /** True if the default effect of the key was prevented. */
    press: (key: string) => !fireEvent.keyDown(field, { key, code: key }),
  }
}

function select(first: Options, value: string | null = null) {
  const onChange = vi.fn()
  const onSearch = vi.fn()
  const draw = (options: Options) => (
    <Select label="Company" searchable value={value} options={options} onChange={onChange} onSearch={onSearch} />
  )
  return { ...show(draw, first), onChange, onSearch }
}

test('Enter selects the match of what was typed', () => {
  const { onChange, type, press } = select([pier, north])
  type('demo north')
  expect(press('Enter')).toBe(true)
  expect(onChange.mock.calls).toEqual([['2']])
  expect(press('Enter')).toBe(false)
})

test('with the options still on their way, Enter searches at once and selects the match when it arrives', () => {
  const { onChange, onSearch, update, type, press } = select([demo], '1')
  type('north p')
  expect(press('Enter')).toBe(true)
  expect(onSearch.mock.calls).toEqual([['north p']])
  expect(onChange).not.toHaveBeenCalled()
  update([north, pier])
  expect(onChange.mock.calls).toEqual([['3']])
})

test('another key withdraws an Enter whose options have not arrived', () => {
  const { onChange, update, type, press } = select([demo])
  type('north p')
  press('Enter')
  press('Backspace')
  update([north, pier])
  expect(onChange).not.toHaveBeenCalled()
})

test('an option marked by the arrows goes before the match, and what matches nothing selects nothing', () => {
  const { onChange, type, press } = select([pier, north])
  type('quay')
  expect(press('Enter')).toBe(true)
  expect(onChange).not.toHaveBeenCalled()
  type('demo north')
  press('ArrowDown')
  press('ArrowDown')
  expect(press('Enter')).toBe(true)
  expect(onChange.mock.calls).toEqual([['3']])
})

test('the arrows start with the best match, also before the selected option and in an older list', () => {
  const { onChange, update, type, press } = select([demo, north, pier], '1')
  type('Demo North Pier')
  press('ArrowDown')
  press('Enter')
  expect(onChange.mock.calls).toEqual([['3']])
  update([demo, north])
  type('demo n')
  press('ArrowDown')
  press('Enter')
  expect(onChange.mock.calls).toEqual([['3'], ['2']])
})

test('in a selection of several, Enter adds the match that is not selected yet', () => {
  const onChange = vi.fn()
  const draw = (options: Options) => (
    <MultiSelect
      label="Companies"
      values={['2']}
      options={options}
      onChange={onChange}
      onSearch={() => {}}
      emptyText="None"
    />
  )
  const { type, press } = show(draw, [north, pier])
  type('demo north')
  expect(press('Enter')).toBe(true)
  expect(onChange.mock.calls).toEqual([[['2', '3']]])
})

const shown = () => {
  const { value, selectionStart, selectionEnd } = screen.getByRole<HTMLInputElement>('combobox')
  return { value, selected: value.slice(selectionStart ?? 0, selectionEnd ?? 0) }
}

test('what was typed stays when the name of the selected option arrives, and is given up on leaving', () => {
  const { update, type } = select([], '3')
  type('nor')
  update([pier, north])
  expect(shown().value).toBe('nor')
  fireEvent.blur(screen.getByRole('combobox'))
  expect(shown().value).toBe(pier.label)
})

test('a name that arrives in the field is selected, so that typing replaces it', () => {
  const { update } = select([], '3')
  update([pier])
  expect(shown()).toEqual({ value: pier.label, selected: pier.label })
})
