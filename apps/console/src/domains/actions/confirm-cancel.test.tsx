import type { Action } from '@longreach/contract/actions/schemas'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { confirmCancel } from './confirm-cancel.ts'

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

test('one that waits for a single device is cancelled without a question', async () => {
  expect(await confirmCancel(action(1, 1))).toBe(true)
})
