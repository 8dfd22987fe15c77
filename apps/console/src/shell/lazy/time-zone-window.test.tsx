import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { formatApiTime } from '../../ui/format.ts'
import { timeZone, writeTimeZone } from '../../ui/time-zone.ts'
import { TimeZoneWindow, withoutDates } from './time-zone-window.tsx'

const toast = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast.ts', () => ({ toast, readyToasts: () => {} }))

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
const replace = vi.fn()

beforeAll(startTexts)
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.spyOn(location, 'replace').mockImplementation(replace)
  fetched.mockImplementation(
    async (_, init) =>
      new Response(JSON.stringify({ success: true, data: init?.method === 'GET' ? { data: [] } : {} })),
  )
})
afterEach(() => {
  cleanup()
  writeTimeZone(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
  replace.mockReset()
  toast.mockReset()
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TimeZoneWindow />
    </QueryClientProvider>,
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('S2.172 S2.173 IANA names are offered, with the time in the selected zone and in UTC', async () => {
  writeTimeZone('Asia/Tokyo')
  show()
  expect(screen.getByText('2026-01-01 21:00:00')).toBeTruthy()
  expect(screen.getByText('2026-01-01 12:00:00')).toBeTruthy()
  await pass(1000)
  expect(screen.getByText('2026-01-01 21:00:01')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Time zone'))
  await pass(0)
  const offered = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  expect(offered).toEqual(expect.arrayContaining(['America/New York', 'Asia/Tokyo', 'Europe/Vilnius', 'UTC']))
})

test('S4.41 S4.42 S4.44 S4.46 S9.40 a change is saved and confirmed, and reloads the page 300 ms later', async () => {
  show()
  fireEvent.click(screen.getByLabelText('Time zone'))
  await pass(0)
  fireEvent.click(screen.getByText('Asia/Tokyo'))
  expect(document.cookie).toContain('timezone=Asia%2FTokyo')
  expect(toast).toHaveBeenCalledWith('Times are shown in Asia/Tokyo', 'success')
  await pass(299)
  expect(replace).not.toHaveBeenCalled()
  await pass(2)
  expect(replace).toHaveBeenCalledTimes(1)
  const sent = fetched.mock.calls.find(([, init]) => init?.method === 'POST')
  expect(sent?.[1]?.body).toBe('{"key":"timezone","value":"Asia/Tokyo"}')
})

test('S4.43 dates selected in the old zone are removed from the URL', () => {
  expect(withoutDates('https://a.example/devices/7?from=1&to=2&range=7d&start_date=x&end_date=y')).toBe(
    'https://a.example/devices/7?range=7d',
  )
})

test('S2.174 S4.45 Reset restores the zone of the browser', async () => {
  writeTimeZone('Asia/Tokyo')
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(timeZone()).toBeUndefined()
  await pass(301)
  expect(replace).toHaveBeenCalledTimes(1)
})

test('S9.17 S9.18 times are shown as YYYY-MM-DD HH:mm:ss in the zone of the cookie', () => {
  writeTimeZone('Asia/Tokyo')
  expect(formatApiTime('2026-01-01 12:00:00')).toBe('2026-01-01 21:00:00')
  writeTimeZone('No/Where')
  expect(formatApiTime('2026-01-01 12:00:00')).toMatch(/^2026-01-0\d \d\d:00:00$/)
})
