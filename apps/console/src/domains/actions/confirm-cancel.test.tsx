import type { Action } from '@longreach/contract/actions/schemas'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { confirmCancel, confirmCancelWaiting } from './confirm-cancel.ts'

beforeAll(startTexts)
beforeEach(() => drawWindows([]))
afterEach(() => {
  closeWindows()
  cleanup()
})

const action = (total: number, queued: number) => ({ kind: 'reboot', total, counts: { queued } }) as Action

test.each([
  ['Keep running', false],
  ['Cancel the rest', true],
])('an action on several devices is cancelled after a question: %s', async (button, cancelled) => {
  let answer: Promise<boolean> | undefined
  await act(async () => {
    answer = confirmCancel(action(12, 3))
  })
  await screen.findByRole('dialog', { name: /^Cancel the rest of / })
  expect(screen.getByText(/^3 devices have not received it yet/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: button }))
  expect(await answer).toBe(cancelled)
})

test.each([
  ['Keep pending', false],
  ['Cancel Reboot', true],
])('one that waits for a single device is cancelled after a question: %s', async (button, cancelled) => {
  let answer: Promise<boolean> | undefined
  await act(async () => {
    answer = confirmCancel({ ...action(1, 1), device_name: 'Bus 12' })
  })
  await screen.findByRole('dialog', { name: 'Cancel Reboot on Bus 12?' })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  expect(await answer).toBe(cancelled)
})

test('several that wait are cancelled after a question with their number', async () => {
  let answer: Promise<boolean> | undefined
  await act(async () => {
    answer = confirmCancelWaiting(['Bus 12', 'Bus 13'].map((name) => ({ kind: 'reboot', name })))
  })
  await screen.findByRole('dialog', { name: 'Cancel 2 pending jobs?' })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel 2 jobs' }))
  expect(await answer).toBe(true)
})
