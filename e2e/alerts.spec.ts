import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

/** Milliseconds for a device to report. */
const patience = 60_000

/** Two with firmware that takes alerts, and one that has automations instead and thus no rules. */
const devices = ['Bus 12', 'Night bus N2', 'Bus 27'] as const
const [bus, night, modern] = devices
const event = 'Signal strength dropped below -50 dBm'

const place = ownPlace()
let ids: Record<(typeof devices)[number], number>
test.beforeAll(async () => {
  ids = await place.connect(devices)
})

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function send(page: Page, method: 'POST' | 'DELETE', path: string, data: object = {}) {
  const token = (await page.context().cookies()).find(({ name }) => name.includes('XSRF'))?.value ?? ''
  const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const answer = await page.request.fetch(`/api${path}`, { method, data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { id: number } }).data
}

/** The devices report at once. */
const report = (page: Page, ...device_id: number[]) =>
  send(page, 'POST', '/devices/actions', { action: 'update_metrics_data', device_id })

/** A geofence around where the device is, then around a place that is clicked on the map. */
async function setArea(page: Page, window: Locator): Promise<void> {
  await window.getByRole('combobox', { name: 'Event' }).fill('Geofence left')
  await page.keyboard.press('Enter')
  const map = window.getByRole('region', { name: 'Map of the area' })
  await expect(map).toHaveAttribute('aria-busy', 'false')
  const latitude = window.getByLabel('Latitude')
  const before = Number(await latitude.inputValue())
  expect(before).toBeGreaterThan(0)
  await expectAccessible(page)
  await map.click({ position: { x: 60, y: 40 } })
  // North of the centre, within the kilometre around it that is shown.
  await expect.poll(async () => Number(await latitude.inputValue()) - before).toBeGreaterThan(0.001)
  expect(Number(await latitude.inputValue()) - before).toBeLessThan(0.02)
  const mark = window.getByLabel('Centre of the area')
  await latitude.fill('north')
  await expect(mark).toHaveCount(0)
  await latitude.fill('-33,9')
  await expect(mark).toBeVisible()
}

test.describe('alerts', () => {
  test.beforeEach(({ page }) => signIn(page, place.admin))

  test.afterEach(async ({ page }) => {
    for (const list of ['/alerts', '/alerts-configurations']) {
      const answer = await page.request.get(`/api${list}?q=Shift&limit=100`)
      const id = ((await answer.json()) as { data: { id: number }[] }).data.map((row) => row.id)
      if (id.length > 0) await send(page, 'DELETE', list, { id })
    }
  })

  test('S2.227: an alert is added to selected devices, is raised, shown at once, read and deleted', async ({
    page,
  }) => {
    test.setTimeout(3 * patience)
    await openDevices(page, '?q=bus')
    for (const name of devices) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('button', { name: 'Add alert rule…' }).click()
    const window = dialog(page, 'Add alert rule to 3 devices')
    const choice = window.getByRole('combobox', { name: 'Event' })
    await expect(choice).toBeFocused()
    await window.getByRole('button', { name: 'Add alert rule' }).click()
    await expect(window.getByRole('alert')).toHaveText(['Required'])
    await expect(choice).toBeFocused()
    await page.keyboard.type('limit')
    await page.keyboard.press('Enter')
    await expect(window.getByRole('combobox', { name: 'SIM card' })).toBeVisible()
    await choice.fill('-50')
    await page.keyboard.press('Enter')
    await expect(window.getByRole('combobox', { name: 'SIM card' })).toHaveCount(0)
    await window.getByRole('radio', { name: 'Notification in the console' }).check()
    await window.getByRole('textbox', { name: 'Message' }).fill('Shift: %rn, %ex')
    await expect(window.getByRole('region', { name: 'Preview' })).toContainText(`Shift: ${bus}, ${event}`)
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Add alert rule' }).click()
    await expect(page.getByText('Alert rules of 2 devices created successfully')).toBeVisible()
    await expect(page.getByText(/^1 device skipped: .*automations/)).toBeVisible()

    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
    await report(page, ids[bus], ids[night])
    const row = (name: string) => page.getByRole('row').filter({ hasText: `Shift: ${name}, ${event}` })
    await expect(row(bus)).toBeVisible({ timeout: patience })
    await expect(row(night)).toBeVisible({ timeout: patience })
    await row(bus).getByRole('button').first().click()
    const alert = dialog(page, /^Alert/)
    await expect(alert.getByText(`Shift: ${bus}, ${event}`)).toBeVisible()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Delete' }).click()
    await dialog(page, `Delete this alert of ${bus}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(row(bus)).toHaveCount(0)
    await expect(row(night)).toBeVisible()

    await page.getByRole('button', { name: 'Alert rules' }).click()
    const rule = page.getByRole('row').filter({ hasText: event }).filter({ hasText: night })
    await rule.getByRole('switch').click()
    await expect(rule).toContainText('Disabled')
    await rule.getByRole('button', { name: event, exact: true }).click()
    const edit = dialog(page, /^Edit alert rule/)
    await edit.getByRole('textbox', { name: 'Message' }).fill('Shift: call the depot')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Alert rule updated successfully')).toBeVisible()
  })

  test('S2.228: the window of a device has its rules and alerts, a widget its newest; both fit a phone', async ({
    page,
  }) => {
    test.setTimeout(3 * patience)
    const id = ids[night]
    await send(page, 'POST', '/devices/alerts-configurations', {
      data: [
        {
          device_id: id,
          alert_type_id: 3,
          alert_subtype_id: 13,
          action: 2,
          message: 'Shift: %rn, %ex',
          redundancy_interval: 60,
        },
      ],
    })
    await report(page, id)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/devices/${ids[modern]}/activity`)
    const open = async () => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Alerts…' }).click()
    }
    await open()
    const window = dialog(page, /^Alerts/)
    await expect(window.getByText('No alert rules yet')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Add alert rule' })).toHaveAttribute('aria-disabled', 'true')
    await page.goto(`/devices/${id}/activity`)
    // Shown at once, when the device has reported.
    await expect(page.getByRole('region', { name: 'Latest alerts' })).toContainText(event, { timeout: patience })
    await open()
    await expect(window.getByRole('switch', { name: event })).toBeVisible()
    await expect(window.getByRole('list', { name: 'Latest alerts' })).toContainText('Shift')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await window.getByRole('button', { name: `Actions for ${event}, ${night}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, /^Delete the alert rule/)
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(window.getByRole('switch', { name: event })).toHaveCount(0)
    // The toast is above it.
    await window.getByRole('button', { name: 'Add alert rule' }).press('Enter')
    const added = dialog(page, `Add alert rule to ${night}`)
    await expect(added.getByRole('combobox', { name: 'Event' })).toBeFocused()
    await expectNoSidewaysScroll(page)
    await setArea(page, added)
    await added.getByRole('textbox', { name: 'Message' }).fill('Shift: %rn')
    await added.getByRole('button', { name: 'Add alert rule' }).click()
    await expect(window.getByRole('switch', { name: 'Geofence left' })).toBeVisible()

    const board = await send(page, 'POST', `/devices/${id}/dashboards`, {
      name: 'Shift',
      layout: { cols: 12, items: [{ i: 'a', x: 0, y: 0, w: 6, h: 3 }] },
      widgets: [{ id: 'a', type: 'alerts', title: '', options: { count: 3 } }],
    })
    await page.goto(`/device/${id}/dashboard/${board.id}`)
    await expect(page.getByRole('list', { name: 'Latest alerts' })).toContainText('Shift')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All alerts and alert rules' }).click()
    await expect(window.getByRole('list', { name: 'Latest alerts' })).toContainText('Shift')
    await send(page, 'DELETE', `/devices/${id}/dashboards/${board.id}`)
  })
})
