import { expect } from '@playwright/test'
import { bulkBar, expectAccessible, openDevices, signIn } from './console-world.ts'
import { test } from './own-user.ts'

test.describe('the frame', () => {
  test('S2.117 S2.178 S9.25 S9.61: help, the account menu and what it opens', {
    tag: '@long',
  }, async ({ page, own: _ }) => {
    await openDevices(page)
    const avatar = await page.getByRole('button', { name: /account of/ }).boundingBox()
    expect([avatar?.width, avatar?.height]).toEqual([26, 26])
    const logo = page
      .getByRole('link', { name: /, home$/ })
      .locator('span')
      .first()
    expect(await logo.evaluate((span) => getComputedStyle(span).transition)).toMatch(/^opacity 0\.2s/)
    await page.getByRole('button', { name: 'Help' }).click()
    const help = page.getByRole('complementary', { name: 'Help' })
    await expect(help.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(help.getByRole('heading', { name: 'Users' })).toBeVisible()
    await page.getByRole('button', { name: 'Close help' }).click()
    await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()

    const choose = async (name: string) => {
      await page.getByRole('button', { name: /account of/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('User permissions')
    const permissions = page.getByRole('dialog', { name: 'User permissions' })
    await expect(permissions.getByText('View devices', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await choose('System timezone')
    const zone = page.getByRole('dialog', { name: 'System timezone' })
    await expectAccessible(page)
    await zone.getByLabel('Time zone').fill('Tokyo')
    const chosen = async () => (await page.context().cookies()).find(({ name }) => name === 'timezone')?.value
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await reloaded
    await choose('System timezone')
    await expect(zone.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
    // Another browser of the same user follows.
    await page.context().clearCookies({ name: 'timezone' })
    await page.reload()
    await expect.poll(chosen).toBe('Asia%2FTokyo')
    await choose('System timezone')
    const again = page.waitForEvent('load')
    await zone.getByRole('button', { name: 'Reset' }).click()
    await again
    expect(await chosen()).toBeUndefined()

    await choose('Changelog')
    await expect(page).toHaveURL(/\/changelog$/)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('5.14.0')
    await expectAccessible(page)
  })

  test('the notice of a newer console does not cover the actions on selected rows', {
    tag: '@long',
  }, async ({ browser, baseURL }) => {
    // On localhost, where consoles are developed, there is no notice.
    const context = await browser.newContext({ baseURL: baseURL?.replace('localhost', '127.0.0.1') ?? '' })
    const page = await context.newPage()
    await context.route('**/versionWorker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "postMessage({ version: '5.99.0', timestamp: 1 })" }),
    )
    await signIn(page)
    await openDevices(page)
    // Without any touch of the page.
    const update = page.getByRole('region', { name: 'Update' })
    await expect(update).toContainText('Version 5.99.0 is available.')
    await page.locator('#row-0').getByRole('checkbox').check()
    await expectAccessible(page)
    const bar = bulkBar(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // Clicked by position: each has to be on top of everything else.
      await bar.getByRole('button', { name: 'Tags…' }).click({ trial: true })
      await update.getByRole('button', { name: 'Later' }).click({ trial: true })
      const [lower, upper] = [await bar.boundingBox(), await update.boundingBox()]
      expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0))
    }
    await update.getByRole('button', { name: 'Later' }).click()
    await expect(update).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('current_version_timestamp'))).toBe('0')
    await context.close()
  })

  test('S7.15: the server says which console it serves, and allows caching the offline page', async ({ request }) => {
    const worker = await request.get('/versionWorker.js')
    expect(worker.headers()['content-type']).toMatch(/^text\/javascript/)
    expect(worker.headers()['cache-control']).toBe('no-store')
    const [, said = ''] = /^postMessage\((.*)\)$/.exec(await worker.text()) ?? []
    const { version, timestamp } = JSON.parse(said) as { version: string; timestamp: number }
    expect(version).toBe('5.14.0')
    const page = await request.get('/offline.html')
    expect(await page.text()).toContain(`<meta name="build" content="${timestamp}"`)
    expect(page.headers()['cache-control']).toBe('private, max-age=3600')
  })
})
