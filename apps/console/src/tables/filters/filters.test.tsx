import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import type { Filter, ListState } from '../list-state.ts'
import { countField, createdField, type FilterField, optionField } from './field.ts'
import { FilterBuilder } from './filter-builder.tsx'
import { FilterChips } from './filter-chips.tsx'

beforeEach(() => startTexts())
afterEach(cleanup)

const words: Record<string, string> = { sent: 'Sent', failed: 'Failed' }
const fields: readonly FilterField[] = [
  optionField('state', 'State', ['sent', 'failed'], (state) => words[state] ?? state, { many: true, not: true }),
  { name: 'active', label: 'Open now', kind: 'flag' },
  { name: 'signed', label: 'Last sign-in', kind: 'empty', empty: true, emptyLabels: ['Never', 'Has'] },
  { name: 'action', label: 'Change', kind: 'text', not: true },
  countField('device_count', 'Devices'),
  createdField('Created'),
  { name: 'offline_for', label: 'Offline for longer than', kind: 'duration', values: ['1h', '7d'], not: true },
]
const plain: ListState = { q: 'x', sort: 'name', filters: [] }

function build(state: ListState = plain) {
  const onChange = vi.fn<(state: ListState) => void>()
  const onClose = vi.fn()
  render(<FilterBuilder fields={fields} state={state} onChange={onChange} onClose={onClose} />)
  return { filters: () => onChange.mock.calls.at(-1)?.[0].filters, onClose }
}
const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('several values are selected, inverted and applied at once; the rest of the list is unchanged', () => {
  const { filters, onClose } = build()
  press('State')
  expect((screen.getByRole('button', { name: 'Apply' }) as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Sent'))
  fireEvent.click(screen.getByLabelText('Failed'))
  fireEvent.click(screen.getByLabelText('is not'))
  press('Apply')
  expect(filters()).toEqual([{ name: 'state', value: 'sent,failed', not: true }])
  expect(onClose).toHaveBeenCalledOnce()
})

test.each<[string, () => void, Filter]>([
  ['Open now', () => void press('Yes'), { name: 'active', value: 'true', not: false }],
  ['Last sign-in', () => void press('Never'), { name: 'signed', value: 'is_null', not: false }],
  [
    'Change',
    () => {
      type('Change', '  devices.update ')
      press('Apply')
    },
    { name: 'action', value: 'devices.update', not: false },
  ],
  [
    'Devices',
    () => {
      type('From', '2')
      press('Apply')
    },
    { name: 'device_count', value: '2..', not: false },
  ],
  ['Offline for longer than', () => void press('7 d'), { name: 'offline_for', value: '7d', not: false }],
  [
    'Offline for longer than',
    () => {
      type('Length of time', '36')
      press('Apply')
    },
    { name: 'offline_for', value: '36h', not: false },
  ],
])('%s makes its filter', (label, fill, filter) => {
  const { filters } = build()
  press(label)
  fill()
  expect(filters()).toEqual([filter])
})

test('a range that ends before it starts is not applied, and shows the reason', () => {
  const { filters } = build()
  press('Created')
  type('From', '2026-02-01')
  type('To', '2026-01-01')
  expect(screen.getByRole('alert').textContent).toBe('Must be later than the start')
  expect((screen.getByRole('button', { name: 'Apply' }) as HTMLButtonElement).disabled).toBe(true)
  type('To', '2026-02-01')
  press('Apply')
  expect(filters()).toEqual([{ name: 'created', value: '2026-02-01..2026-02-01', not: false }])
})

test('chips show the active filters, and remove them', () => {
  const onChange = vi.fn<(state: ListState) => void>()
  const filters: Filter[] = [
    { name: 'state', value: 'sent,failed', not: true },
    { name: 'signed', value: 'is_null', not: false },
    { name: 'device_count', value: '..5', not: false },
    { name: 'offline_for', value: '36h', not: false },
    { name: 'gone', value: 'x', not: false },
  ]
  render(<FilterChips fields={fields} state={{ ...plain, filters }} onChange={onChange} />)
  const texts = screen.getAllByRole('button', { name: /^Edit the filter/ }).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'State is not Sent, Failed',
    'Last sign-in  Never',
    'Devices  up to 5',
    'Offline for longer than  1 d 12 h',
  ])
  press('Remove the filter State')
  expect(onChange.mock.calls[0]?.[0].filters).toHaveLength(4)
  press('Clear filters')
  expect(onChange.mock.calls[1]?.[0]).toEqual(plain)
})

test('the editor of a filter shows its current values', () => {
  build({ ...plain, filters: [{ name: 'state', value: 'failed', not: true }] })
  press('State')
  const list = screen.getByRole('list', { name: 'State' })
  expect((within(list).getByLabelText('Failed') as HTMLInputElement).checked).toBe(true)
  expect((screen.getByLabelText('is not') as HTMLInputElement).checked).toBe(true)
})
