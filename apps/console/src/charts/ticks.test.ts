import { expect, test } from 'vitest'
import { byteStep, ticksBetween } from './ticks.ts'

const at = (text: string) => Date.parse(text)
const between = (from: string, to: string, zone: string) =>
  ticksBetween(at(from), at(to), zone).map((time) => new Date(time).toISOString())

test('ticks are at midnights and full hours of the zone, not of the browser', () => {
  expect(between('2026-03-01T10:00:00Z', '2026-03-04T10:00:00Z', 'Asia/Kolkata')).toEqual([
    '2026-03-01T18:30:00.000Z',
    '2026-03-02T06:30:00.000Z',
    '2026-03-02T18:30:00.000Z',
    '2026-03-03T06:30:00.000Z',
    '2026-03-03T18:30:00.000Z',
    '2026-03-04T06:30:00.000Z',
  ])
})

test('midnights stay midnights when the clocks change', () => {
  expect(between('2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z', 'Europe/Vilnius')).toEqual([
    '2026-03-27T22:00:00.000Z',
    '2026-03-28T10:00:00.000Z',
    '2026-03-28T22:00:00.000Z',
    '2026-03-29T09:00:00.000Z',
    '2026-03-29T21:00:00.000Z',
    '2026-03-30T09:00:00.000Z',
    '2026-03-30T21:00:00.000Z',
    '2026-03-31T09:00:00.000Z',
  ])
})

test('at most eight, however long the span', () => {
  for (const hours of [1, 6, 24, 24 * 7, 24 * 30, 24 * 80, 24 * 365, 24 * 731]) {
    expect(ticksBetween(0, hours * 3_600_000, 'UTC').length).toBeLessThanOrEqual(9)
  }
})

test('an axis of bytes has round amounts of a unit', () => {
  const [kb, mb, gb] = [1024, 1024 ** 2, 1024 ** 3]
  expect(byteStep(2.7 * gb)).toBe(gb)
  // Half a gigabyte is more than 500 MB.
  expect(byteStep(2 * gb)).toBe(gb)
  expect(byteStep(900 * mb)).toBe(500 * mb)
  expect(byteStep(70 * kb)).toBe(20 * kb)
  expect([byteStep(0), byteStep(3)]).toEqual([1, 1])
})
