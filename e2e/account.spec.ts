import { expect, request } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, mailedLink, password, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

test.describe('account', () => {
  test('a token is created after the password, works for a program, is shown once, and is revoked', {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    await signIn(page, place.admin)
    await page.goto('/account')
    await page.getByRole('button', { name: 'New token' }).click()
    const form = page.getByRole('dialog', { name: 'New access token' })
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(form.getByText('Select at least one scope')).toBeVisible()
    await form.getByLabel('Name').fill('Billing export')
    await form.getByLabel('Find a scope').fill('devices:')
    await form.getByRole('checkbox', { name: 'devices:read', exact: true }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create token' }).click()

    const prompt = page.getByRole('dialog', { name: 'Confirm your password' })
    await prompt.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await prompt.getByRole('button', { name: 'Confirm' }).click()
    await expect(prompt.getByText('Wrong password')).toBeVisible()
    await prompt.getByRole('textbox', { name: 'Password' }).fill(password)
    await prompt.getByRole('button', { name: 'Confirm' }).click()
    const token = await form.locator('code').first().innerText()
    expect(token).toMatch(/^pat_/)
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(token)).toHaveCount(0)

    const program = await request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    })
    expect((await program.get('/api/devices')).status()).toBe(200)
    expect((await program.get('/api/users')).status()).toBe(403)
    await page.getByRole('region', { name: 'Access tokens' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Billing export?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Billing export removed successfully')).toBeVisible()
    expect((await program.get('/api/devices')).status()).toBe(401)
    await program.dispose()
  })

  test('another browser is signed out remotely, and its open page goes to sign-in', { tag: '@long' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const user = await place.addUser('end_user')
    const there = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await signIn(there, user)
    await there.goto('/account')
    await expect(there.getByText('This browser')).toBeVisible()
    await signIn(page, user)
    await page.goto('/account')
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText(/\d+ session ended successfully/)).toBeVisible()
    await expect(there).toHaveURL(/\/login/)
    await there.context().close()
  })

  test('another email address needs the password and takes effect once its link was opened', { tag: '@long' }, async ({
    page,
  }) => {
    const user = await place.addUser('end_user')
    const elsewhere = `elsewhere-${user.email}`
    await signIn(page, user)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    const form = page.getByRole('dialog', { name: 'Change e-mail' })
    await form.getByLabel('New e-mail').fill('nobody')
    await form.getByLabel('Current password').fill(password)
    await form.getByRole('button', { name: 'Change e-mail' }).click()
    await expect(form.getByText('Enter an e-mail address')).toBeVisible()
    await form.getByLabel('New e-mail').fill(elsewhere)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Change e-mail' }).click()
    await expect(form.getByRole('status')).toContainText(`Ask your administrator for the link to ${elsewhere}`)
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('region', { name: 'E-mail' })).toContainText(user.email)

    await page.goto(await mailedLink(page, elsewhere, 'verify-email'))
    await page.getByRole('button', { name: 'Verify address' }).click()
    await expect(page.getByText('Your e-mail address is verified')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('region', { name: 'E-mail' })).toContainText(elsewhere)
  })

  test('a wrong current password and a weak new one are reported under their fields', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page, 'guest')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Change password' }).click()
    const form = page.getByRole('dialog', { name: 'Change password' })
    await form.getByLabel('Current password').fill('wrong')
    await form.getByLabel('New password').fill('Another-horse-22')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('Wrong password')).toBeVisible()
    await form.getByLabel('Current password').fill(password)
    await form.getByLabel('New password').fill('password1')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByRole('alert')).toHaveCount(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })
})
