import { alertActions } from '@longreach/contract/alerts/constants'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { expect, test } from 'vitest'
import { receiversOf } from './rule-words.ts'

const moved = 'No address: the device has moved to another company'
const rule = (action: number, email_to: string | null) =>
  ({ action, email_to, receiver: email_to ?? moved, username: 'pier' }) as AlertRule

test('the receivers of a rule are its address and its user; one without an address says why', () => {
  const { email, notification } = alertActions
  expect(receiversOf(rule(email, 'pier@example.test'))).toBe('pier@example.test')
  expect(receiversOf(rule(email, null))).toBe(moved)
  expect(receiversOf(rule(notification, null))).toBe('pier')
})
