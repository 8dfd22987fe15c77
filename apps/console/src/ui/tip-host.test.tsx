import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TipHost } from './tip-host.tsx'
import { tips } from './tips.ts'

const element = document.body.appendChild(document.createElement('button'))

afterEach(() => {
  act(() => tips.hide())
  cleanup()
})

test.each([
  [49, true],
  [50, false],
])('S9.23: a tip of %i characters is short, on one line: %s', async (length, short) => {
  render(<TipHost />)
  act(() => tips.show({ element, label: 'x'.repeat(length), side: 'bottom' }))
  const tip = await screen.findByRole('tooltip')
  expect(tip.hasAttribute('data-multiline')).toBe(!short)
})
