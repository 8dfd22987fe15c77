import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
// Lazy elsewhere: loaded here before any test waits for it.
import './lazy/roving.ts'
import { Toolbar } from './toolbar.tsx'

afterEach(cleanup)

const bar = (...names: string[]) => (
  <Toolbar label="Counts">
    <fieldset>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </fieldset>
    <a href="/failed">Failed</a>
  </Toolbar>
)
const reached = () => [...document.querySelectorAll('[tabindex="0"]')].map(({ textContent }) => textContent)
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.textContent

test('Tab reaches one of the buttons and links; arrows, Home and End move between them', async () => {
  render(bar('Online', 'Offline'))
  expect(reached()).toEqual([])
  fireEvent.focusIn(document.body)
  await waitFor(() => expect(reached()).toEqual(['Online']))
  act(() => screen.getByText('Online').focus())
  press('ArrowRight')
  expect(focused()).toBe('Offline')
  expect(reached()).toEqual(['Offline'])
  press('End')
  expect(focused()).toBe('Failed')
  press('ArrowRight')
  expect(focused()).toBe('Online')
  press('ArrowLeft')
  expect(focused()).toBe('Failed')
  press('Home')
  expect(focused()).toBe('Online')
})

test('buttons that arrive later are reached by arrows, and one remains if that with the focus goes', async () => {
  const { rerender } = render(bar('Online'))
  fireEvent.focusIn(document.body)
  await waitFor(() => expect(reached()).toHaveLength(1))
  act(() => screen.getByText('Online').focus())
  await act(async () => rerender(bar('Offline', 'Online')))
  expect(reached()).toEqual(['Online'])
  press('ArrowLeft')
  expect(focused()).toBe('Offline')
  await act(async () => rerender(bar('Online')))
  expect(reached()).toEqual(['Online'])
})
