import { expect } from '@playwright/test'
import { discardWindow, expectAccessible, expectNoSidewaysScroll, mailedLink, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

test.describe('forgotten password', () => {
  test('from the sign-in page by the link to a new password, after which the old one is invalid', async ({ page }) => {
    const { email } = await place.addUser('read_only')
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Enter your e-mail address')).toBeVisible()
    await page.getByLabel('E-mail').fill('not an address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter an e-mail address')).toBeVisible()
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expectAccessible(page)

    const link = await mailedLink(page, email, 'reset-password')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('Password123')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password is too common')).toBeVisible()
    await page.getByLabel('New password').fill('Lantern-over-9-piers')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Password set' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByLabel('Username or e-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Lantern-over-9-piers')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/management\/devices$/)

    await page.context().clearCookies()
    await page.goto('/login')
    await page.goto(link)
    await page.getByLabel('New password').fill('Lantern-over-8-piers')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('a link without its token says so, and nothing overflows on a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 720 })
    await page.goto('/reset-password')
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await page.goto('/forgot-password')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    expect(await page.locator('html').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expectAccessible(page)
  })
})

test.describe('mail logs', () => {
  test('S1.60 S2.100 they say that nothing is sent, and show the links; an address is unblocked', {
    tag: '@long',
  }, async ({ page }) => {
    await page.request.post('/api/account/password/forgot', { data: { email: 'viewer@longreach.test' } })
    await mailedLink(page, 'viewer@longreach.test', 'reset-password')
    await signIn(page, 'root')
    await page.goto('/management/devices')
    await page.getByRole('link', { name: 'Mail logs' }).click()
    await expect(page).toHaveURL(/\/system\/mail-logs$/)
    await expect(page.getByText('No mail server is configured')).toBeVisible()
    await page.getByRole('searchbox').fill('viewer')
    await expect(page.getByText('viewer@longreach.test').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'viewer@longreach.test' }).first().click()
    await expect(page.getByRole('dialog')).toContainText('/reset-password#')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove suppressed address' }).click()
    await page.getByLabel('E-mail').fill('unknown@longreach.test')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('This address is not suppressed')).toBeVisible()
    await expectAccessible(page)
    await discardWindow(page)

    await page.setViewportSize({ width: 375, height: 720 })
    await page.goto('/system/mail-logs')
    await expect(page.getByText('viewer@longreach.test').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('without the permission they are not reachable', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto('/system/mail-logs')
    await expect(page).toHaveURL(/\/management\/devices$/)
    await expect(page.getByRole('link', { name: 'Mail logs' })).toHaveCount(0)
  })
})
