import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { openEditRule } from './open-windows.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './edit-rule-window.tsx'

/** Entering an area, as returned to a user who may not see positions of devices. */
const rule = {
  id: 7,
  device_name: 'Bus 12',
  alert_subtype_id: 19,
  subtype: 'Geofence entered',
  enable: true,
  not_evaluated: null,
  action: 2,
  email_to: null,
  subject: '%et',
  message: '%rn',
  redundancy_enable: false,
  redundancy_interval: null,
  latitude: null,
  longitude: null,
  radius: null,
}
const sent = vi.fn<(body: object) => void>()

beforeAll(async () => {
  await startTexts()
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    if (body) sent(JSON.parse(String(body)))
    return new Response(JSON.stringify({ success: true, data: body ? {} : rule, errors: [], meta: {} }))
  })
})
afterEach(() => {
  closeWindows()
  cleanup()
})

const open = (...more: 'view_device_location'[]) => {
  drawWindows(
    ['update_device_alert_configurations', 'view_device_alert_configurations', ...more],
    <button type="button" onClick={() => openEditRule(rule)}>
      Edit
    </button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  return screen.findByRole('textbox', { name: /^Message/ })
}
const notice = 'Its area is shown only to users with the permission View device location'

test('a rule whose area is hidden says so, and is saved without one', async () => {
  fireEvent.change(await open(), { target: { value: 'At the gate' } })
  expect(screen.getByText(notice)).toBeDefined()
  expect(screen.queryByLabelText(/^Latitude/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ message: 'At the gate' })
  expect(sent.mock.calls[0]?.[0]).not.toHaveProperty('latitude')
})

test('with the permission it is edited', async () => {
  await open('view_device_location')
  expect(screen.queryByText(notice)).toBeNull()
  expect(screen.getByLabelText(/^Latitude/)).toBeDefined()
})
