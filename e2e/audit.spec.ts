import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'

test.describe('audit log', () => {
  test('changes are sentences by day, opened and followed by keyboard; routine is hidden by switches', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    await page.locator('#row-0').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Seen by the auditor')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Seen by the auditor')).toBeVisible()

    await page.goto('/system/audit-logs')
    const grid = page.getByRole('grid', { name: 'Audit log' })
    await expect(grid.getByText(/^Today, /)).toBeVisible()
    await expect(page.locator('#row-0')).toContainText(/^\d\d:\d\dadmin@longreach\.test edited /)
    await expectAccessible(page)
    await expect(page.getByText(/sign-ins? .*hidden$/)).toBeVisible()
    await page.getByRole('switch', { name: 'Sign-ins' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'signed in' }).first()).toBeVisible()
    await page.getByRole('switch', { name: 'Sign-ins' }).click()

    await page.getByRole('searchbox').fill('by the AUDITOR')
    await expect(page.getByText(/^1 line/)).toBeVisible()
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(grid.getByText(/^\d{4}-\d\d-\d\d .* · from .* · request /)).toBeVisible()
    await expectAccessible(page)
    await grid.getByRole('button', { name: 'All of this object' }).click()
    await expect(page.getByText('Object is device')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('button', { name: /^Remove the filter/ })).toHaveCount(0)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit.csv')

    await page.goto('/system/audit-logs')
    const edited = page.getByRole('row').filter({ hasText: ' edited ' }).first()
    await edited.hover()
    await edited.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: ' undid: edited ' }).first()).toBeVisible()
  })

  test('a moved company is moved back by one press, which the audit log says', async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Demo North Pier', exact: true }) })
    await row.getByRole('button', { name: 'Actions for Demo North Pier' }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const window = page.getByRole('dialog')
    await window.getByRole('combobox').first().fill('Demo')
    await page.getByRole('option', { name: 'Demo', exact: true }).click()
    await window.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(row).toContainText('Demo North')

    await page.goto('/system/audit-logs')
    await expect(page.locator('#row-0')).toContainText('undid: moved Demo North Pier to Demo')
  })

  test('a device that is moved loses the tag of its company, and is back with it by one press', async ({ page }) => {
    await signIn(page)
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
    const api = async (path: string) => (await (await page.request.get(`/api${path}`)).json()).data
    const north = (await api('/companies?q=Demo North')).find(({ name }: { name: string }) => name === 'Demo North')
    const [device] = await api(`/devices?company_id=${north.id}&sort=name&limit=1`)
    const made = await page.request.post('/api/tags', { data: { company_id: north.id, name: 'Northern' }, headers })
    const tag = (await made.json()).data.id
    await page.request.put('/api/devices/tags/assign', { data: { device_id: [device.id], tag_id: [tag] }, headers })

    const hasTag = async () => (await api(`/devices/${device.id}`)).tags.some(({ id }: { id: number }) => id === tag)

    await openDevices(page, `?q=${device.serial}`)
    const row = page.locator('#row-0')
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    const actions = page.getByRole('toolbar')
    await actions.getByRole('button', { name: 'Move', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Move devices' })
    await window.getByRole('combobox', { name: 'Company' }).fill('Demo')
    await page.getByRole('option', { name: 'Demo', exact: true }).click()
    await expect(window.getByText(/^\d tags? of .*compan.*, on 1 device$/)).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move' }).click()
    await expect(row.getByRole('link', { name: 'Demo', exact: true })).toBeVisible()
    expect(await hasTag()).toBe(false)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(row.getByRole('link', { name: 'Demo North', exact: true })).toBeVisible()
    expect(await hasTag()).toBe(true)

    await page.goto(`/devices/${device.id}`)
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Move' }).press('Enter')
    const one = page.getByRole('dialog', { name: `Move ${device.name}` })
    await expect(one.getByRole('combobox', { name: 'Company' })).toBeFocused()
    await page.keyboard.type('Demo North')
    await page.getByRole('option', { name: 'Demo North', exact: true }).click()
    await expect(one.getByText('Nothing is left behind.')).toBeVisible()
    await one.getByRole('button', { name: 'Move' }).click()
    await expect(one.getByText('Device already belongs to Demo North')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.request.delete(`/api/tags/${tag}`, { headers })
  })

  test('on a phone nothing overflows; without the permission the page redirects', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/system/audit-logs?range=all')
    await expect(page.locator('#row-0')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.context().clearCookies()
    await signIn(page, 'viewer')
    await page.goto('/system/audit-logs')
    await expect(page).toHaveURL(/management\/devices/)
  })
})
