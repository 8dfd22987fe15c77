import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, signIn } from './console-world.ts'
import { test } from './test.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Statistics by subject' })
const open = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true }).click()

/** Rows of a call, as soon as the demo has recorded as many: what devices bring with them is counted every minute. */
async function untilRecorded(page: Page, path: string, rowsOf: (data: never) => readonly unknown[], least: number) {
  const count = async () => {
    const { data } = (await (await page.request.get(path)).json()) as { data: never }
    return rowsOf(data).length
  }
  await expect.poll(count, { timeout: patience.everyMinute }).toBeGreaterThan(least)
}

test.describe('statistics', () => {
  // Longer than usual: a new demo has to fill first.
  test.setTimeout(240_000)

  test('S1.56 S2.94 S2.95 S2.96 S2.97 S2.98 S2.99 S2.280: figures of the fleet by tabs, for a period and a company', async ({
    page,
  }) => {
    await signIn(page)
    await untilRecorded(page, '/api/statistics/online-devices', ({ times }: { times: [] }) => times, 12)
    await page.goto('/management/devices')
    await page.getByRole('link', { name: 'Statistics', exact: true }).click()
    await expect(page).toHaveURL(/\/statistics\/general/)
    const status = page.getByRole('region', { name: 'Status' })
    await expect(status.getByRole('listitem').filter({ hasText: 'Online' })).toBeVisible()
    const devices = Number(await page.getByRole('region', { name: 'Now' }).locator('dd').last().textContent())
    expect(devices).toBeGreaterThan(30)
    await expectAccessible(page)
    const firmware = page.getByRole('region', { name: 'Firmware' }).getByRole('listitem').first()
    const installed = await firmware.locator('strong').textContent()
    await firmware.getByRole('link').click()
    await expect(page).toHaveURL(/devices\?firmware=/)
    await expect(page.getByText(new RegExp(`^${installed} devices?`))).toBeVisible()
    await page.goBack()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('devices-by-group.csv')

    await open(page, 'Online devices')
    await expect(page.getByRole('img', { name: 'Online devices' })).toBeVisible()
    const companies = page.getByRole('region', { name: 'Companies' })
    const pier = companies.getByRole('row', { name: /Demo North Pier/ })
    await expect(pier).toBeVisible()
    await companies.getByRole('button', { name: 'Demo North', exact: true }).click()
    await expect(pier).toHaveCount(0)
    await page.getByText('7 d', { exact: true }).click()
    await expect(page).toHaveURL(/range=7d/)
    await expectAccessible(page)

    await open(page, 'Connection manager')
    const reasons = page.getByRole('list', { name: 'Results' })
    const accepted = reasons.getByRole('button', { name: /Accepted/ })
    await accepted.click()
    await expect(accepted).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('#row-0')).toContainText('Accepted')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.getByText('Attempts of devices to enrol or connect')).toBeVisible()
    await page.keyboard.press('Escape')

    await open(page, 'Months')
    const month = new Date().toISOString().slice(0, 7)
    const row = page.getByRole('region', { name: 'By month' }).getByRole('row').filter({ hasText: month })
    await expect(row).toContainText('so far')
    await expect(row.getByRole('cell').nth(1)).toHaveText(/^[1-9]/)

    await open(page, 'Unique devices')
    const seen = page.getByRole('region', { name: 'Devices by period' }).getByRole('row')
    await expect(seen.nth(1)).toContainText(new Date().toISOString().slice(0, 10))
    await page.getByText('Month', { exact: true }).click()
    await expect(seen.nth(1)).toContainText(month)

    await open(page, 'Action logs')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expectAccessible(page)

    // The same page for one company.
    await open(page, 'General')
    const north = (await (await page.request.get('/api/companies?q=Demo North Pier')).json()) as {
      data: { id: number }[]
    }
    await navigate(page, `/statistics/general?within=${north.data[0]?.id}`)
    await expect(page.getByRole('region', { name: 'Now' }).locator('dd').last()).not.toHaveText(String(devices))

    await page.setViewportSize({ width: 390, height: 844 })
    for (const tab of ['general', 'online-devices', 'months-stats', 'unique-devices']) {
      await page.goto(`/statistics/${tab}`)
      await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })

  test('S2.61: the lowest and highest values of the devices of a company, by parameter and tag', async ({ page }) => {
    await signIn(page)
    const { data } = (await (await page.request.get('/api/companies?q=Demo&sort=name')).json()) as {
      data: { id: number }[]
    }
    const values = `/api/devices/companies/${data[0]?.id}/group/data?parameter=signal`
    await untilRecorded(page, values, ({ devices }: { devices: [] }) => devices, 10)
    await page.goto(`/companies/${data[0]?.id}`)
    await page.getByRole('link', { name: 'Metrics', exact: true }).click()
    await expect(page.getByRole('img', { name: 'Signal' })).toBeVisible()
    const rows = page.getByRole('region', { name: 'Devices' }).getByRole('row')
    const all = await rows.count()
    expect(all).toBeGreaterThan(5)
    await page.getByText('Data received', { exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible()
    await page.getByText('1 y', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Tag' }).click()
    await page.getByRole('option', { name: 'Solar powered' }).click()
    await expect(page).toHaveURL(/tag_id=\d+/)
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await expectAccessible(page)
  })
})
