import { listNotifications, seeNotifications } from '@longreach/contract/notifications/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, mailedLink, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const bell = (page: Page, label: string) => page.getByRole('banner').getByRole('button', { name: label, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** A user registers by an invitation of the administrator. */
async function registerByInvitation(page: Page, name: string): Promise<void> {
  const email = `${name}@longreach.test`
  await place.client.call(inviteUser, { body: { company_id: place.id, email, role: 'read_only' } })
  const there = await page.context().browser()?.newPage()
  const token = new URL(await mailedLink(there as Page, email, 'register')).hash.slice(1)
  const data = { token, username: name, password: 'Lantern-over-9-piers' }
  expect((await (there as Page).request.post('/api/account/register', { data })).ok()).toBe(true)
  await there?.close()
}

test.describe('notifications', () => {
  const person = () => `crew-${Date.now().toString(36)}`

  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
    const { data } = await place.client.call(listNotifications, { query: { seen: 'false' } })
    const id = data.map((one) => one.id)
    if (id.length > 0) await place.client.call(seeNotifications, { body: { id } })
  })

  test('S1.74 S2.106 S2.107 S2.165 S4.31 S4.33: a registration is counted at once, read, and marked as seen after closing', {
    tag: '@long',
  }, async ({ page }) => {
    const names = [person()]
    await page.goto('/management/devices')
    await expect(bell(page, 'Notifications')).toBeVisible()
    await registerByInvitation(page, names[0] as string)
    await bell(page, 'Notifications, 1 new').click()
    await expect(panel(page).getByRole('listitem').first()).toContainText(`${names[0]} (${names[0]}@longreach.test)`)
    await expect(panel(page).getByRole('listitem').first()).toContainText(/New.*Just now/)
    await expectAccessible(page)
    // While the list is open the next one is added on top.
    names.push(person())
    await registerByInvitation(page, names[1] as string)
    await expect(panel(page).getByRole('listitem').first()).toContainText(names[1] as string)
    await expect(bell(page, 'Notifications, 2 new')).toBeVisible()
    const marked = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/api/notifications'))
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    expect((await marked).postDataJSON().id).toHaveLength(2)
    await expect(bell(page, 'Notifications')).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(panel(page).getByRole('link', { name: 'Show all notifications' })).toBeFocused()
    await expect(panel(page).getByText('New', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(panel(page)).toHaveCount(0)
    await expect(page.locator('#row-0')).toContainText(names[1] as string)
    await page.getByRole('radio', { name: 'New' }).check({ force: true })
    await expect(page).toHaveURL(/\?seen=false$/)
    await expect(page.getByText('No matches')).toBeVisible()
  })

  test('S2.108: on the page itself the link reloads it; a notification leads to its user', {
    tag: '@long',
  }, async ({ page }) => {
    const name = person()
    await registerByInvitation(page, name)
    await page.goto('/notifications')
    await expect(page.locator('#row-0')).toContainText(name)
    await bell(page, 'Notifications, 1 new').click()
    await expect(panel(page).getByRole('listitem').first()).toContainText(name)
    const reloaded = page.waitForRequest((one) => one.method() === 'GET' && one.url().includes('sort=-created_at'))
    await panel(page).getByRole('link', { name: 'Show all notifications' }).click()
    await reloaded
    await expect(panel(page)).toHaveCount(0)
    await bell(page, 'Notifications').click()
    await panel(page)
      .getByRole('link', { name: new RegExp(name) })
      .click()
    await expect(page).toHaveURL(new RegExp(`/users\\?q=${name}$`))
    await expect(page.locator('#row-0')).toContainText(name)
  })

  test('S2.167 S7.34 S8.20: the empty list and failures are shown', { tag: '@long' }, async ({ page }) => {
    await page.context().clearCookies()
    await signIn(page, 'guest')
    await openDevices(page)
    await bell(page, 'Notifications').click()
    await expect(panel(page)).toContainText('No notifications')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    let body = JSON.stringify({ success: false, errors: [{ code: 'SERVER_ERROR', message: 'Out of ink' }] })
    await page.route('**/api/notifications?limit=100', (route) => route.fulfill({ status: 500, body }))
    // A list that was read just now is not read again.
    await page.reload()
    await bell(page, 'Notifications').click()
    await expect(panel(page).getByRole('alert')).toContainText('Out of ink')
    await expectAccessible(page)
    body = 'no'
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByRole('alert')).toContainText('Failed to get notifications.')
    await page.unroute('**/api/notifications?limit=100')
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page)).toContainText('No notifications')
    await page.goto('/notifications')
    await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on a phone the list and the page fit', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await registerByInvitation(page, person())
    await page.goto('/notifications')
    await expect(page.locator('#row-0')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await bell(page, 'Notifications, 1 new').click()
    await expect(panel(page).getByRole('listitem').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    const box = await panel(page).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  })
})
