import { expect, test } from 'vitest'
import { readLocalTime } from './local-time.ts'

test('a wall-clock time is read in the selected zone, on both sides of a clock change', () => {
  expect(readLocalTime('2026-01-15T12:00', 'Europe/Vilnius')).toBe(Date.UTC(2026, 0, 15, 10) / 1000)
  expect(readLocalTime('2026-07-15T12:00', 'Europe/Vilnius')).toBe(Date.UTC(2026, 6, 15, 9) / 1000)
  expect(readLocalTime('2026-03-29T05:00', 'Europe/Vilnius')).toBe(Date.UTC(2026, 2, 29, 2) / 1000)
  expect(readLocalTime('2026-03-29T02:30', 'Europe/Vilnius')).toBe(Date.UTC(2026, 2, 29, 0, 30) / 1000)
  expect(readLocalTime('nonsense', 'UTC')).toBeNull()
})
