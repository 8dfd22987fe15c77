import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { BulkAlert } from './row-actions.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './new-alert-window.tsx'

/** Number of devices that match the filter. */
let total: number
const sent = vi.fn<(path: string, body: { data: { device_id: number }[] }) => void>()

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams: query } = new URL(address, 'http://console.test')
  const json = (data: object[]) =>
    new Response(JSON.stringify({ success: true, data, errors: [], meta: { total: data.length } }))
  if (method !== 'GET') {
    const given = JSON.parse(String(body))
    sent(`${method} ${pathname}`, given)
    return json(given.data)
  }
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
  const length = Math.max(0, Math.min(limit, total - offset))
  return json(query.get('status') === 'online' ? Array.from({ length }, (_, at) => ({ id: offset + at + 1 })) : [])
}

beforeAll(startTexts)
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
})

async function add() {
  const onDone = vi.fn<() => void>()
  const selected = { filter: { status: 'online' }, count: total, names: [] }
  drawWindows(['create_device_alert_configurations'], <BulkAlert selected={selected} clear={onDone} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add alert rule…' }))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Event' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Device restarted', hidden: true }))
  fireEvent.click(screen.getByRole('radio', { name: 'Notification in the console' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add alert rule' }))
  return onDone
}

test('all devices of a list get the rule, however many pages they are', async () => {
  total = 230
  const onDone = await add()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const [[path, { data }] = ['', { data: [] }]] = sent.mock.calls
  expect(path).toBe('POST /api/devices/alerts-configurations')
  expect(data.map(({ device_id }) => device_id)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
  expect(data[0]).toMatchObject({ alert_type_id: 3, alert_subtype_id: 16, action: 2, redundancy_interval: 60 })
  expect(data[0]).not.toHaveProperty('email')
})

test('only users who may see where devices are choose an area', async () => {
  for (const located of [true, false]) {
    drawWindows(
      ['create_device_alert_configurations', ...(located ? (['view_device_location'] as const) : [])],
      <BulkAlert selected={{ ids: [1, 2], count: 2, names: ['Bus 1', 'Bus 2'] }} clear={() => {}} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Add alert rule…' }))
    fireEvent.click(await screen.findByRole('combobox', { name: 'Event' }))
    await screen.findByRole('option', { name: 'Device restarted', hidden: true })
    expect(screen.queryAllByRole('option', { name: 'Geofence entered', hidden: true })).toHaveLength(located ? 1 : 0)
    closeWindows()
    cleanup()
  }
})

test('more devices than one call takes are refused before anything is sent', async () => {
  total = 1001
  const onDone = await add()
  expect(await screen.findByText('An alert rule can be added to at most 1,000 devices at once')).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
  expect(onDone).not.toHaveBeenCalled()
})
