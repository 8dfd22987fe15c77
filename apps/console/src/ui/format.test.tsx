import { formatTime } from '@longreach/contract/time'
import { render } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { Ago } from './ago.tsx'
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatMoment,
  formatRate,
} from './format.ts'

beforeAll(async () => {
  await startTexts()
})

test('S9.16 bytes go up to TB in steps of 1024', () => {
  expect([0, 900, 1536, 4.8 * 1024 ** 3, 3000 * 1024 ** 4].map(formatBytes)).toEqual([
    '0 B',
    '900 B',
    '1.5 KB',
    '4.8 GB',
    '3,000 TB',
  ])
})

test('a rate is in bits and steps of 1000', () => {
  expect([0, 100, 125_000, 2_000_000].map(formatRate)).toEqual(['0 bit/s', '800 bit/s', '1 Mbit/s', '16 Mbit/s'])
})

test('a duration names its two largest units', () => {
  expect([0, 59, 61, 3600, 90_000, 266_400].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min 1 s',
    '1 h',
    '1 d 1 h',
    '3 d 2 h',
  ])
})

test('how long ago, in one unit', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1000), now)
  expect([-5, 30, 60, 7200, 86_400, 200_000].map(ago)).toEqual([
    'Just now',
    'Just now',
    '1 min ago',
    '2 h ago',
    '1 day ago',
    '2 days ago',
  ])
})

test('a day with its time, of another year with its year', () => {
  const now = new Date(2026, 10, 29, 12).getTime()
  expect(formatDay(new Date(2026, 10, 27, 21, 4), now)).toBe('27 Nov 21:04')
  expect(formatDay(new Date(2025, 10, 27, 21, 4), now)).toBe('27 Nov 2025')
})

test('a time in a list is its age below a day, and has its day before that and in the future', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 12) })
  const ages = [59 * 60, 86_399, 86_400, -3600]
  const shown = ages.map((seconds) => {
    const date = new Date(Date.now() - seconds * 1000)
    const { container, unmount } = render(<Ago time={formatTime(date)} />)
    expect(container.querySelector('time')?.title).toBe(formatDate(date))
    const text = container.textContent
    unmount()
    return text
  })
  expect(shown).toEqual(['59 min ago', '23 h ago', '28 Nov 12:00', '29 Nov 13:00'])
  expect(render(<Ago time={null} none="—" />).container.textContent).toBe('—')
  vi.useRealTimers()
})

test('a moment of today has no date, any other has it', () => {
  const now = new Date()
  const text = now.toISOString().slice(0, 19).replace('T', ' ')
  expect(formatMoment(text)).toBe(formatDate(now).slice(11, 16))
  expect(formatMoment('2026-01-02 12:34:56')).toMatch(/^2026-01-0\d \d\d:\d\d$/)
})

test('counts are grouped in thousands', () => {
  expect([0, 999, 1000, 81_098, 1_000_000].map(formatCount)).toEqual(['0', '999', '1,000', '81,098', '1,000,000'])
})

test("a time is the same in the browser's zone as in the zone of that name, and an unknown zone is the browser's", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const text of ['2026-01-02T03:04:05Z', '2026-07-31T23:59:59Z']) {
    const date = new Date(text)
    expect(formatDate(date)).toBe(formatDate(date, own))
    expect(formatDate(date, 'Nowhere/Land')).toBe(formatDate(date))
  }
  expect(formatDate(new Date('2026-01-02T03:04:05Z'), 'Asia/Tokyo')).toBe('2026-01-02 12:04:05')
})
