import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, mailedLink, signIn } from './console-world.ts'

const chosen = 'Lantern-over-9-piers'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const unique = (name: string) => `${name}-${Date.now().toString(36)}`

async function invite(page: Page, emails: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite user' }).first().click()
  const window = dialog(page, 'Invite user')
  await window.getByLabel('Email addresses').fill(emails)
  await window.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await window.getByRole('button', { name: 'Invite', exact: true }).click()
}

async function fillSignIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.keyboard.press('Enter')
}

test.describe('invitations', () => {
  const people: string[] = []
  const companies: string[] = []

  // Other tests depend on the number of users.
  test.afterAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signIn(page, 'root')
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
    for (const email of people) {
      const answer = await page.request.delete('/api/admin/users', { data: { email }, headers })
      expect(answer.ok()).toBe(true)
    }
    for (const name of companies) {
      const found = await page.request.get(`/api/companies?q=${encodeURIComponent(name)}&fields=id`)
      const { data } = (await found.json()) as { data: { id: number }[] }
      const answer = await page.request.delete(`/api/companies/${data[0]?.id}`, { headers })
      expect(answer.ok()).toBe(true)
    }
    await page.close()
  })

  test('S2.75 S2.142 S7.97: invited, registered, verified, signed in, with what the role allows', async ({ page }) => {
    const name = unique('new')
    const email = `${name}@longreach.test`
    await signIn(page)
    await page.goto('/management/devices')
    await page.getByRole('link', { name: 'Invitations' }).click()
    await expect(page).toHaveURL(/\/users\/invitations$/)
    await expect(page.getByText('No mail server is configured.')).toBeVisible()
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    const window = dialog(page, 'Invite user')
    await expect(window.getByRole('combobox', { name: 'Company' })).toHaveValue('Demo')
    await expect(window.getByRole('combobox', { name: 'Role' })).toHaveValue('End Client')
    await window.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(window.getByText('Enter at least one email address')).toBeVisible()
    await window.getByLabel('Email addresses').fill('nobody')
    await window.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(window.getByText('nobody: Enter an email address')).toBeVisible()
    await window.getByLabel('Email addresses').fill('guest@longreach.test')
    await window.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(window.getByText('Already has an account')).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Remove guest@longreach.test' }).click()
    await window.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option', { name: 'Support' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await invite(page, email, 'Guest')
    await expect(page.getByText('Invitation created successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: email, exact: true })).toBeVisible()
    await expectAccessible(page)

    const link = await mailedLink(page, email, 'register')
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText('You are invited to join Demo as Guest.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Choose a username')).toBeVisible()
    await page.getByLabel('Username').fill('a b')
    await page.getByLabel(/^Password/).fill('Password1!')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Letters, digits, dots, hyphens and underscores only')).toBeVisible()
    await page.getByLabel('Username').fill(name)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Password is too common')).toBeVisible()
    await page.getByLabel(/^Password/).fill(chosen)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeVisible()
    people.push(email)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, name)
    await expect(page.getByText('Open the link in the email sent to you')).toBeVisible()
    await expectAccessible(page)
    const first = await mailedLink(page, email, 'verify-email')
    await page.getByRole('button', { name: 'Send link again' }).click()
    await expect(page.getByRole('status')).toContainText('This server does not send email')
    await page.goto(await mailedLink(page, email, 'verify-email', first))
    await expect(page.getByRole('button', { name: 'Verify address' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Verify address' }).click()
    await expect(page.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/management\/devices$/)
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0)
    await page.goto('/users/invitations')
    await expect(page.getByRole('heading', { name: 'Invitations', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite user' })).toHaveCount(0)

    await page.context().clearCookies()
    await page.goto('/login')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
    await expectAccessible(page)
  })

  test('a click below a list is not lost when it ends the typing of an item', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/users/invitations')
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    const window = dialog(page, 'Invite user')
    await window
      .getByLabel('Email addresses')
      .fill('someone-on-a-pier@longreach.test, someone-else-on-a-pier@longreach.test')
    await window.getByRole('combobox', { name: 'Role' }).hover()
    await page.mouse.down()
    await expect(window.getByLabel('Email addresses')).not.toBeFocused()
    await page.mouse.up()
    await expect(page.getByRole('option', { name: 'Guest', exact: true })).toBeVisible()
    await expect(window.getByRole('button', { name: 'Remove someone-on-a-pier@longreach.test' })).toBeVisible()
  })

  test('several are sent again and removed at once', { tag: '@long' }, async ({ page }) => {
    const emails = [unique('one'), unique('two')].map((name) => `${name}@longreach.test`)
    await signIn(page)
    await page.goto('/users/invitations')
    await invite(page, `${emails[0]}, guest@longreach.test`, 'Guest')
    await expect(page.getByText('guest@longreach.test: Already has an account')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await invite(page, emails.join(', '), 'Guest')
    await expect(page.getByText('2 invitations created successfully')).toBeVisible()
    const before = await mailedLink(page, emails[0] as string, 'register')
    for (const email of emails) await page.getByRole('checkbox', { name: email }).check()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('2 invitations sent successfully')).toBeVisible()
    expect(await mailedLink(page, emails[0] as string, 'register', before)).not.toBe(before)
    await page.getByRole('button', { name: emails[0] as string, exact: true }).click()
    await expect(dialog(page, emails[0] as string)).toContainText('Pending')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const email of emails) await page.getByRole('checkbox', { name: email }).check()
    await page.getByRole('button', { name: 'Remove' }).click()
    await dialog(page, 'Remove 2 invitations?').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('2 invitations removed successfully')).toBeVisible()
    for (const email of emails) await expect(page.getByRole('button', { name: email, exact: true })).toHaveCount(0)
  })

  test('an invited company is created with its administrator', { tag: '@long' }, async ({ page }) => {
    const name = unique('founder')
    const email = `${name}@longreach.test`
    await signIn(page, 'root')
    await page.goto('/companies')
    await page.getByRole('button', { name: 'Invite company' }).click()
    const window = dialog(page, 'Invite new company')
    await window.getByLabel('Email').fill(email)
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('Invitation created successfully')).toBeVisible()
    const link = await mailedLink(page, email, 'register')
    await page.context().clearCookies()
    await page.goto(link)
    await page.getByLabel('Company name').fill('Demo')
    await page.getByLabel('Username').fill(name)
    await page.getByLabel(/^Password/).fill(chosen)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Name already in use')).toBeVisible()
    await page.getByLabel('Company name').fill(`Company ${name}`)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeVisible()
    people.push(email)
    companies.push(`Company ${name}`)
    await page.goto(await mailedLink(page, email, 'verify-email'))
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await fillSignIn(page, email)
    await page.getByRole('link', { name: 'Companies' }).click()
    await expect(page.getByRole('link', { name: `Company ${name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite company' })).toHaveCount(0)
  })

  test('on a phone nothing overflows', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 720 })
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
    await page.goto('/verify-email')
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await signIn(page)
    await page.goto('/users/invitations')
    await expect(page.getByRole('heading', { name: 'Invitations', exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
