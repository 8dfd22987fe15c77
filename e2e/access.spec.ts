import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, mailedLink, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const chosen = 'Lantern-over-9-piers'
const shellText = (page: Page) => page.locator('.xterm-rows').innerText()

/** A browser of its own, and the events its sockets receive. */
async function someone(browser: Browser): Promise<{ page: Page; heard: string[] }> {
  const page = await (await browser.newContext()).newPage()
  const heard: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
  })
  return { page, heard }
}

async function csrf(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-XSRF-TOKEN': decodeURIComponent(token) }
}

async function register(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel(/^Password/).fill(chosen)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your e-mail address' })).toBeVisible()
}

async function enter(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.keyboard.press('Enter')
}

test.describe('access', () => {
  test('from the invitation to an open shell, and out of page, socket and shell with another role', {
    tag: '@long',
  }, async ({ page, browser }) => {
    test.setTimeout(180_000)
    const name = `lena-${Date.now().toString(36)}`
    const email = `${name}@longreach.test`
    const device = 'Fish market'
    const { [device]: id } = await place.connect([device])
    await signIn(page, place.admin)
    await page.goto('/users/invitations')
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    const invite = page.getByRole('dialog', { name: 'Invite user' })
    await invite.getByLabel('E-mail addresses').fill(email)
    await invite.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Administrator', exact: true }).click()
    await invite.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('Invitation created successfully')).toBeVisible()

    const lena = await someone(browser)
    await register(lena.page, await mailedLink(page, email, 'register'), name)
    await enter(lena.page, name)
    await expect(lena.page.getByText('Open the link in the e-mail sent to you')).toBeVisible()
    // Signed in, but not verified yet.
    expect((await lena.page.request.get('/api/devices')).status()).toBe(403)
    await lena.page.goto(await mailedLink(page, email, 'verify-email'))
    await lena.page.getByRole('button', { name: 'Verify address' }).click()
    await lena.page.getByRole('button', { name: 'Continue' }).click()
    await expect(lena.page.locator('#row-0')).toBeVisible()

    await lena.page.goto(`/devices/${id}/access`)
    await lena.page.getByRole('button', { name: 'Open shell' }).click()
    const window = lena.page.getByRole('tabpanel', { name: `${device} root` })
    await expect.poll(() => shellText(lena.page)).toMatch(/# *$/m)
    const opening = lena.page.context().waitForEvent('page')
    await window.getByRole('button', { name: 'Open in new tab' }).click()
    const shell = await opening
    await expect.poll(() => shellText(shell)).toMatch(/# *$/m)
    await lena.page.goto('/users/move-logs')
    await expect(lena.page.getByRole('heading', { name: 'Move logs' })).toBeVisible()
    await expect.poll(() => lena.heard.some((frame) => frame.startsWith('40'))).toBe(true)

    await page.goto(`/users?q=${name}`)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit role' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit user role' })
    await edit.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Guest', exact: true }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()

    await expect(lena.page.getByText('Your role has changed')).toBeVisible()
    await expect(lena.page).toHaveURL(/\/management\/devices/)
    expect(lena.heard.some((frame) => frame.includes('RightsChanged'))).toBe(true)
    await expect(shell.getByRole('alert')).toContainText('The session has ended')
    await expectAccessible(shell)
    const headers = await csrf(lena.page)
    const again = await lena.page.request.post(`/api/devices/${id}/connect/cli`, { data: {}, headers })
    expect(again.status()).toBe(403)
    await lena.page.goto(`/devices/${id}/access`)
    await expect(lena.page.getByRole('link', { name: 'WebUI' })).toBeVisible()
    await expect(lena.page.getByRole('button', { name: 'Open shell' })).toHaveCount(0)
    expect((await lena.page.request.get('/api/users/move-logs')).status()).toBe(403)
    await lena.page.context().close()
  })
})
