import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, mailedLink, openDevices, signIn } from './console-world.ts'

const bell = (page: Page, label: string) => page.getByRole('banner').getByRole('button', { name: label, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function change(page: Page, method: 'post' | 'put' | 'delete', path: string, data: object): Promise<void> {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request[method](`/api${path}`, {
    data,
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(csrf) },
  })
  expect(answer.ok()).toBe(true)
}

/** A user registers by an invitation of the user signed in on the page. */
async function registerByInvitation(page: Page, name: string): Promise<void> {
  const email = `${name}@longreach.test`
  const companies = await page.request.get('/api/companies?q=Demo&sort=name&limit=1&fields=id')
  const [company] = ((await companies.json()) as { data: { id: number }[] }).data
  await change(page, 'post', '/users/invite', { company_id: company?.id, email, role: 'read_only' })
  const there = await page.context().browser()?.newPage()
  const token = new URL(await mailedLink(there as Page, email, 'register')).hash.slice(1)
  const data = { token, username: name, password: 'Lantern-over-9-piers' }
  expect((await (there as Page).request.post('/api/account/register', { data })).ok()).toBe(true)
  await there?.close()
}

test.describe('notifications', () => {
  const people: string[] = []
  const person = () => {
    const name = `crew-${Date.now().toString(36)}`
    people.push(name)
    return name
  }

  test.beforeEach(async ({ page }) => {
    await signIn(page, 'mara.lind')
    const answer = await page.request.get('/api/notifications?limit=100&seen=false')
    const id = ((await answer.json()) as { data: { id: number }[] }).data.map((one) => one.id)
    if (id.length > 0) await change(page, 'put', '/notifications', { id })
  })

  // Other tests depend on the number of users.
  test.afterAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page, 'root')
    for (const name of people) await change(page, 'delete', '/admin/users', { email: `${name}@longreach.test` })
    await page.close()
  })

  test('S1.74 S2.106 S2.107 S2.165 S4.31 S4.33: a registration is counted at once, read, and marked as seen after closing', {
    tag: '@long',
  }, async ({ page }) => {
    const names = [person()]
    await openDevices(page)
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
    // The focus went back to the bell, whose tooltip would cover the page.
    await page.getByRole('searchbox').focus()
    await expectAccessible(page)
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
