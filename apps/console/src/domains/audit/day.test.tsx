import { afterEach, expect, test } from 'vitest'
import { writeTimeZone } from '../../ui/time-zone.ts'
import { dayOf } from './day.ts'

afterEach(() => writeTimeZone(null))

test('a day is that of the zone of the user; an earlier year is named', () => {
  const now = new Date('2026-11-23T21:30:00Z')
  writeTimeZone('UTC')
  expect(dayOf('2026-11-23 00:10:00', now)).toEqual({ name: 'today', date: 'Monday 23 November' })
  expect(dayOf('2026-11-22 23:50:00', now)).toEqual({ name: 'yesterday', date: 'Sunday 22 November' })
  expect(dayOf('2025-03-01 12:00:00', now)).toEqual({ name: 'earlier', date: 'Saturday 1 March 2025' })
  writeTimeZone('Asia/Tokyo')
  expect(dayOf('2026-11-23 00:10:00', now).name).toBe('yesterday')
})
