import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'
import { test } from './test.ts'

const button = (page: Page, label: string) => page.getByRole('banner').getByRole('button', { name: label, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const attack = '<b>Water</b> rises<script>document.title="taken"</script><img src=x onerror=\'document.title="taken"\'>'

async function removeAll(page: Page): Promise<void> {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.get('/api/system/notices?limit=100')
  for (const { id } of ((await answer.json()) as { data: { id: number }[] }).data) {
    await page.request.delete(`/api/notices/${id}`, { headers: { 'X-XSRF-TOKEN': decodeURIComponent(csrf) } })
  }
}

async function write(page: Page, message: string, type: string): Promise<void> {
  await page.getByRole('button', { name: 'New notice' }).first().click()
  const window = dialog(page, 'New notice')
  await window.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
  await window.getByLabel('Message').fill(message)
  await window.getByRole('button', { name: 'New notice' }).click()
  await expect(page.getByText('Notice created successfully')).toBeVisible()
}

test.describe('notices', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'root')
    await removeAll(page)
  })

  test.afterAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page, 'root')
    await removeAll(page)
    await page.close()
  })

  test('S1.73 S2.109 S2.168 S2.169 S3.120 S4.36 S4.37: written, sanitised, read by all users, marked while new', {
    tag: '@long',
  }, async ({ browser, page }) => {
    const reader = await (await browser.newContext()).newPage()
    await signIn(reader, 'guest')
    await openDevices(reader)
    await button(reader, 'Notices').click()
    await expect(panel(reader)).toContainText('No notices')
    await reader.keyboard.press('Escape')

    await page.goto('/notices')
    await expect(page.getByRole('heading', { name: 'No notices' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New notice' }).first().click()
    const window = dialog(page, 'New notice')
    await window.getByLabel('Message').fill(attack)
    await expect(window.getByRole('region', { name: 'Preview' })).toContainText('Water rises')
    await expect(window.getByRole('region', { name: 'Preview' }).locator('b')).toHaveText('Water')
    await expectAccessible(page)
    await window.getByLabel('Message').fill('<script>1</script>')
    await expect(window.getByText('Nothing to preview')).toBeVisible()
    await window.getByRole('button', { name: 'New notice' }).click()
    await expect(window.getByText('Message has no text that can be shown')).toBeVisible()
    await window.getByRole('button', { name: 'Cancel' }).click()
    await write(page, attack, 'Important')
    await expect(page.locator('#row-0')).toContainText('Water rises')
    await expect(page.locator('#row-0')).toContainText('Enabled')
    await expectAccessible(page)

    // The other page loads the notices again with its next screen.
    await reader.getByRole('link', { name: 'Access history' }).click()
    await button(reader, 'Notices, unread').click()
    await expect(button(reader, 'Notices')).toBeVisible()
    const notice = panel(reader).getByRole('article')
    await expect(notice).toContainText('Water rises')
    await expect(notice.locator('b')).toHaveText('Water')
    await expect(notice.locator('script, img')).toHaveCount(0)
    await expect(notice.getByText('Important', { exact: true })).toHaveCount(2)
    await expectAccessible(reader)
    expect(await reader.title()).not.toBe('taken')
    await reader.keyboard.press('Escape')
    await expect(button(reader, 'Notices')).toBeFocused()
    await reader.keyboard.press('Enter')
    await expect(notice.getByText('Important', { exact: true })).toHaveCount(1)
    await reader.reload()
    await expect(button(reader, 'Notices')).toBeVisible()
    await reader.goto('/notices')
    await expect(reader).toHaveURL(/\/management\/devices$/)
    await reader.context().close()
  })

  test('disabled, enabled with an end, and deleted', { tag: '@long' }, async ({ page }) => {
    await page.goto('/notices')
    await write(page, '<p>Maintenance on <i>Sunday</i></p>', 'Maintenance')
    const menu = page.locator('#row-0').getByRole('button', { name: /^Actions for/ })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await expect(page.locator('#row-0')).toContainText('Disabled')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const window = dialog(page, 'Edit notice')
    await expect(window.getByLabel('Message')).toHaveValue('<p>Maintenance on <i>Sunday</i></p>')
    await window.getByLabel('Ends at').fill('2020-01-01T12:00')
    await window.getByLabel('Show it to all users now').check()
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(window.getByText('Must be in the future')).toBeVisible()
    await window.getByLabel('Ends at').fill('2099-01-01T12:00')
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('#row-0')).toContainText('1 Jan 2099')
    await expect(page.locator('#row-0')).toContainText('Enabled')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Delete this notice?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No notices' })).toBeVisible()
  })

  test('S4.38 S8.21: each screen loads them again; when that fails there are none', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/notices')
    await write(page, 'Hello', 'Info')
    await expect(button(page, 'Notices, unread')).toBeVisible()
    await page.route('**/api/notices', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.getByRole('link', { name: 'Mail logs' }).click()
    await expect(button(page, 'Notices')).toBeVisible()
    await page.unroute('**/api/notices')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(button(page, 'Notices, unread')).toBeVisible()
  })

  test('on a phone the list, the page and the window fit', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/notices')
    await write(page, `<p>${'Unbroken'.repeat(25)}</p><ul><li>one</li></ul>`, 'Warning')
    await expectNoSidewaysScroll(page)
    await button(page, 'Notices, unread').click()
    const box = await panel(page).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await expectNoSidewaysScroll(page)
  })
})
