import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { readyToasts } from '../../ui/toast.ts'
import { Toasts } from '../../ui/toasts.tsx'
import './texts.ts'
import { notifySkipped } from './start.tsx'

beforeAll(async () => {
  await startTexts()
  await readyToasts()
})
afterEach(async () => {
  const { notifications } = await readyToasts()
  act(() => notifications.clean())
  cleanup()
})

test('skipped devices are a fact, not an error', async () => {
  render(<Toasts position="bottom-right" />)
  act(() => notifySkipped([{ code: 'OFFLINE', source: '7', message: 'Device is offline' }] as never))
  const message = await screen.findByRole('status')
  expect(message.textContent).toContain('1 device skipped: Device is offline')
  expect(screen.queryByRole('alert')).toBeNull()
})
