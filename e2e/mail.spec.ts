import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, password, signIn } from './console-world.ts'

/** The newest link for an address, from the mail log: the demo has no mail server. */
async function newestLink(page: Page, email: string): Promise<string | undefined> {
  await signIn(page, 'root')
  const answer = await page.request.get(`/api/system/mail-logs?q=${encodeURIComponent(email)}&limit=10`)
  await page.context().clearCookies()
  const { data } = (await answer.json()) as { data: { link: string | null }[] }
  return data.find(({ link }) => link !== null)?.link ?? undefined
}

/** Waits for a link other than the one before. */
async function linkFor(page: Page, email: string, before?: string): Promise<string> {
  let link = before
  await expect
    .poll(async () => {
      link = await newestLink(page, email)
      return link !== before
    })
    .toBe(true)
  return link as string
}

test.describe('forgotten password', () => {
  // Other tests sign in as the guest, too.
  test.afterAll(async ({ browser }) => {
    const page = await browser.newPage()
    const before = await newestLink(page, 'guest@longreach.test')
    await page.request.post('/api/account/password/forgot', { data: { email: 'guest@longreach.test' } })
    const token = (await linkFor(page, 'guest@longreach.test', before)).split('#')[1]
    const answer = await page.request.post('/api/account/password/reset', { data: { token, password } })
    expect(answer.ok()).toBe(true)
    await page.close()
  })

  test('from the sign-in page by the link to a new password, after which the old one is invalid', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Enter your email address')).toBeVisible()
    await page.getByLabel('Email').fill('not an address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter an email address')).toBeVisible()
    await page.getByLabel('Email').fill('guest@longreach.test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expectAccessible(page)

    const link = await linkFor(page, 'guest@longreach.test')
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
    await page.getByLabel('Username or email').fill('guest@longreach.test')
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
    await linkFor(page, 'viewer@longreach.test')
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
    await page.getByLabel('Email').fill('unknown@longreach.test')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('This address is not suppressed')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

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
