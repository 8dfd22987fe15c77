import { expect, test } from 'vitest'
import { dayName } from './day-name.ts'

test('a day is named with its month, the day first', () => {
  const day = new Date(2026, 10, 3)
  expect([dayName(day), dayName(day, 'long')]).toEqual(['3 Nov', '3 November'])
})
