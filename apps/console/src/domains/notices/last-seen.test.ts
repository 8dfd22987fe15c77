import type { Notice } from '@longreach/contract/notices/schemas'
import { expect, test } from 'vitest'
import { isUnread } from './last-seen.ts'

const notice: Notice = { id: 1, type: 'info', message: 'x', enabled_at: '2026-03-01 12:00:00' }
const at = Date.parse('2026-03-01T12:00:00Z')

test('S4.34 S4.35: unread notices are those after the last look, and all before the first look', () => {
  expect(isUnread(notice, null)).toBe(true)
  expect(isUnread(notice, at - 1)).toBe(true)
  expect(isUnread(notice, at)).toBe(false)
})
