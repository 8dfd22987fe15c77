import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MultiSelect } from './multi-select.tsx'

afterEach(cleanup)

test('a multi-select is invalid only with an error, which describes it', () => {
  const show = (error?: string) => (
    <MultiSelect
      label="Tags"
      values={[]}
      onChange={() => {}}
      options={[]}
      onSearch={() => {}}
      emptyText="None"
      error={error}
    />
  )
  const { rerender } = render(show())
  const field = () => screen.getByRole('combobox', { name: 'Tags' })
  expect(field().getAttribute('aria-invalid')).not.toBe('true')
  rerender(show('Choose a tag'))
  expect(field().getAttribute('aria-invalid')).toBe('true')
  const { id } = screen.getByText('Choose a tag')
  expect(id).not.toBe('')
  expect(field().getAttribute('aria-describedby')).toBe(id)
})
