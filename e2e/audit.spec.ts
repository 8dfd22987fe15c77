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
    await expect(page.locator('#row-0, #row-1').filter({ hasText: 'signed in' }).first()).toBeVisible()
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
