import { expect, test } from 'vitest'
import { nextCall } from './next-call.ts'

const lost = { started_at: '2026-03-01 12:00:00', reason: 'unknown' } as const
const at = (time: string) => new Date(`2026-03-01T${time}Z`)

test('a device calls within ten minutes of noticing that its connection is gone, and is overdue then', () => {
  const by = at('12:17:30')
  expect(nextCall(lost, null, false, at('12:17:29'))).toEqual({ kind: 'by', at: by })
  expect(nextCall(lost, null, false, by)).toEqual({ kind: 'overdue', at: by })
})

test('one on a metered connection notices later', () => {
  expect(nextCall(lost, null, true, at('12:10:00'))).toEqual({ kind: 'by', at: at('12:32:30') })
})

test('one that was refused calls again within an hour', () => {
  expect(nextCall(lost, '2026-03-01 13:30:00', false, at('14:00:00'))).toEqual({ kind: 'by', at: at('14:30:00') })
})

test('one whose access was revoked is not expected', () => {
  expect(nextCall({ ...lost, reason: 'revoked' }, null, false, at('12:01:00'))).toEqual({ kind: 'never' })
})
