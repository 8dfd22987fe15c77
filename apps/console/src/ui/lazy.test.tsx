import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazy } from './lazy.ts'
import { readyToasts } from './toast.ts'
import { Toasts } from './toasts.tsx'

beforeAll(async () => {
  await startTexts()
  await readyToasts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A part of a page that fails to load the first few times. */
function show(failures: number) {
  const load = vi.fn(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>The part</p> }
  })
  const Part = lazy(load)
  render(
    <>
      <ErrorBoundary>
        <p>The page</p>
        <Suspense fallback={<p>Comes</p>}>
          <Part />
        </Suspense>
      </ErrorBoundary>
      <Toasts position="bottom-right" />
    </>,
  )
  return load
}

const comeBack = () => act(async () => dispatchEvent(new Event('online')))

test('without a network a lazy part waits, with a single notification, and the page stays intact', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = show(2)
  const other = show(1)
  await screen.findAllByText('The network connection has been lost.')
  expect(screen.getAllByText('The page')).toHaveLength(2)
  await comeBack()
  await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(2))
  await screen.findByText('The part')
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  expect(screen.getAllByText('Comes')).toHaveLength(1)
  await comeBack()
  expect(await screen.findAllByText('The part')).toHaveLength(2)
  expect(document.querySelectorAll('[data-position=bottom-right]')[0]?.textContent).toMatch(
    /^The network connection has been lost\.$/,
  )
})

test('a lazy part that fails for another reason shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  show(1)
  expect(await screen.findByText('This page failed')).toBeTruthy()
})
