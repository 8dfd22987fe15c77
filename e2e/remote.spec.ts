import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const shellText = (page: Page) => page.locator('.xterm-rows').innerText()

const place = ownPlace()
const name = 'Fish market'
let id: number
test.beforeAll(async () => {
  id = (await place.connect([name]))[name]
})

async function openAccess(page: Page): Promise<void> {
  await page.goto(`/devices/${id}/access`)
  await expect(page.getByRole('link', { name: 'WebUI' })).toBeVisible()
}

async function csrf(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-XSRF-TOKEN': decodeURIComponent(token) }
}

/** A session to the device's shell, opened like a program would. */
async function openSession(page: Page, duration: number) {
  const answer = await page.request.post(`/api/devices/${id}/connect/cli`, {
    data: { duration },
    headers: await csrf(page),
  })
  return ((await answer.json()) as { data: { session_id: number; link: string } }).data
}

/** Ends every session of the place, so that none is left for the next test. */
async function endSessions(page: Page): Promise<void> {
  const range = 'start_date=2020-01-01%2000:00:00&end_date=2099-01-01%2000:00:00&active=true&limit=100'
  const { data } = (await (await page.request.get(`/api/devices/connect/logs?${range}`)).json()) as {
    data: { id: number }[]
  }
  const headers = await csrf(page)
  for (const { id } of data) await page.request.delete(`/api/devices/connect/sessions/${id}`, { headers })
}

test.describe('remote access', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
  })

  test('S1.11 S2.34 S2.224: an entry is added, corrected, edited and deleted; automatic entries remain', async ({
    page,
  }) => {
    await openAccess(page)
    await page.getByRole('button', { name: 'Add entry' }).click()
    const add = dialog(page, 'Add remote access')
    await add.getByRole('textbox', { name: 'Name', exact: true }).fill('a:b')
    await add.getByLabel('Address as seen by the device').fill('http://192.168.1.10')
    await add.getByRole('button', { name: 'Add entry' }).click()
    await expect(add.getByText('Letters, digits, spaces, dashes and underscores only')).toBeVisible()
    await expect(add.getByText('Enter an IPv4 address, IPv6 address or host name')).toBeVisible()
    await expectAccessible(page)
    await add.getByRole('textbox', { name: 'Name', exact: true }).fill('Camera-north')
    await add.getByLabel('Address as seen by the device').fill('192.168.1.10')
    await add.getByRole('combobox', { name: 'Protocol' }).click()
    await page.getByRole('option', { name: 'HTTPS' }).click()
    await expect(add.getByLabel('Port')).toHaveValue('443')
    await add.getByRole('button', { name: 'Add entry' }).click()
    await expect(page.getByText('Entry Camera-north created successfully')).toBeVisible()
    const status = dialog(page, 'Action status')
    await expect(status.getByRole('listitem')).toContainText([`${name}Camera-north added`])
    await expectAccessible(page)

    await page.goto('/remote/access?q=Camera-north')
    await page.getByRole('link', { name: 'Camera-north' }).click()
    await expect(page.getByRole('heading', { name: 'Camera-north' })).toBeVisible()
    await expect(page.getByText('192.168.1.10:443')).toBeVisible()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = dialog(page, 'Edit Camera-north')
    await edit.getByLabel('Port').fill('8443')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toHaveCount(0)
    await expect(status.getByText('Camera-north changed')).toBeVisible()
    await status.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('192.168.1.10:8443')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page, 'Delete 1 entry?').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/remote\/access$/)
    await navigate(page, '/remote/access?q=Camera-north')
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  })

  test('S2.232: the web page of a device opens in a tab of its own and works there', async ({ page, context }) => {
    await openAccess(page)
    const connect = dialog(page, `Connect to ${name}`)
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open web page', exact: true }).click()
    const tab = await opening
    await expectAccessible(page)
    await expect(connect.getByText('Session open')).toBeVisible()
    expect(new URL(tab.url()).host).not.toBe(new URL(page.url()).host)
    await expect(tab.getByText('simulated', { exact: true })).toBeVisible()
    const password = /password (Sim-\w+)/.exec(await tab.locator('body').innerText())?.[1] as string
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await expect(tab.getByRole('button', { name: /out/i })).toBeVisible()
    // The banner with the remaining time, inaccessible to the page's own scripts and to this test.
    await expect(tab.locator('remote-session')).toBeAttached()
    await connect.getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.goto('/access-history')
    await expect(page.locator('#row-0')).toContainText(name)
    await expect(page.locator('#row-0')).toContainText('Open now')
    await expectAccessible(page)
    await endSessions(page)
    await expect
      .poll(async () => {
        await tab.reload()
        return tab.locator('body').innerText()
      })
      .not.toContain('simulated')
  })

  test('S2.38 S2.231: a shell opens in the dock, moves to a tab with its output, and ends', async ({
    page,
    context,
  }) => {
    await openAccess(page)
    await page.getByRole('button', { name: 'Open shell' }).click()
    const shell = page.getByRole('tabpanel', { name: `${name} root` })
    await expect.poll(() => shellText(page)).toContain('simulated')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await expectAccessible(page)
    await page.keyboard.type('echo one two')
    await page.keyboard.press('Enter')
    await expect.poll(() => shellText(page)).toMatch(/\none two/)
    // Escape belongs to the shell.
    await page.keyboard.press('Escape')
    await expect(shell).toBeVisible()
    await page.keyboard.press('Control+Shift+F')
    await shell.getByRole('textbox', { name: 'Find in the output' }).fill('nowhere to be found')
    await expect(shell.getByText('Not found')).toBeVisible()
    await page.keyboard.press('Escape')
    const opening = context.waitForEvent('page')
    await shell.getByRole('button', { name: 'Open in new tab' }).click()
    const tab = await opening
    await expect(shell).toHaveCount(0)
    await expect.poll(() => shellText(tab)).toMatch(/\none two/)
    await expectAccessible(tab)
    await tab.getByRole('button', { name: 'End session' }).click()
    await expect(tab.getByRole('alert')).toContainText('The session has ended')
  })

  test('S2.41 S2.138: a link opens a shell without an account, once', async ({ page, browser }) => {
    const { link } = await openSession(page, 300)
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(link)
    await expect.poll(() => shellText(guest)).toContain('simulated')
    expect(new URL(guest.url()).pathname).toBe('/rms-connect/ssh')
    await expect(guest.getByRole('button', { name: 'End session' })).toHaveCount(0)
    // The tab has the session's cookie, the link itself is used up.
    await guest.reload()
    await expect.poll(() => shellText(guest)).toContain('simulated')
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByText('This link is no longer valid')).toBeVisible()
    await expectAccessible(other)
    await endSessions(page)
    await expect(guest.getByRole('alert')).toContainText('The session has ended')
    await guest.context().close()
    await other.context().close()
  })

  test('a session that is about to end says so, and can be extended', { tag: '@long' }, async ({ page }) => {
    const { session_id } = await openSession(page, 90)
    await page.goto(`/rms-connect/ssh?session=${session_id}`)
    await expect.poll(() => shellText(page)).toContain('simulated')
    await expect(page.getByText(/^1 min \d+ s left$/)).toBeVisible()
    await page.getByRole('button', { name: 'Extend by 1 hour' }).click()
    await expect(page.getByText(/The session ends at/)).toBeVisible()
    await expect(page.getByText(/^1 h 1 min left$/)).toBeVisible()
    await endSessions(page)
  })

  test('an offline device shows since when, and what to do', { tag: '@long' }, async ({ page }) => {
    await place.connect(['Tram 4'])
    await place.stop('Tram 4')
    await page.goto('/management/devices?status=offline')
    await page.getByRole('link', { name: 'Tram 4' }).click()
    for (const label of ['Open web page', 'Open shell']) {
      // Rows of the list, which stays until the page is loaded, name their buttons with the reason.
      const button = page.getByRole('button', { name: label, exact: true })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await button.hover()
      await expect(page.getByText('Device is offline. Shell and web page open once')).toBeVisible()
      await page.mouse.move(0, 0)
    }
    // The menu of a row leaves it to the server.
    await page.goBack()
    await page.locator('#row-0').getByText('Offline').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open web page' }).click()
    await expect(page.getByText(/Device is offline since .*Try again when it is back online/)).toBeVisible()
  })

  test('read-only users see entries and history and can open nothing', { tag: '@long' }, async ({ page }) => {
    await page.context().clearCookies()
    await signIn(page, 'viewer')
    await page.goto('/remote/access')
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add entry' })).toHaveCount(0)
    await page.goto('/access-history')
    await expect(page.getByRole('heading', { name: 'Access history' })).toBeVisible()
  })

  test('on a phone nothing overflows', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/remote/access', '/access-history', `/devices/${id}/access`]) {
      await page.goto(path)
      await expect(page.getByRole('searchbox')).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.goto('/remote/access')
    await page.locator('#row-0').getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Expected identity' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
