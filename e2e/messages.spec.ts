import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, signIn } from './console-world.ts'

/** The toast library is loaded: the loss of the network is shown without it. */
const messagesReady = (page: Page) => expect(page.locator('[data-position=bottom-right]')).toBeAttached()

test.describe('what is said when something fails', { tag: '@long' }, () => {
  test('S8.9: the network is lost and returns', async ({ page, context }) => {
    await signIn(page)
    // Otherwise it depends on the moment whether the page fails by its style or by its script.
    await page.route(/\/assets\/users-[^/]+\.css/, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    await page.goto('/management/devices')
    await expect(page.locator('#row-0')).toBeVisible()
    await messagesReady(page)
    await context.setOffline(true)
    await expect(page.getByText('The network connection has been lost.')).toBeVisible()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(
      page.getByText(
        'You are offline. Please make sure to check network cables, modem, and router or reconnecting to Wi-Fi and try again.',
      ),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/users$/)
    await expect(page.locator('#row-0')).toBeVisible()
  })

  test('a part that was loading when the network was lost leaves the page as it is, and loads later', async ({
    page,
    context,
  }) => {
    await signIn(page)
    let lost = () => {}
    const offline = new Promise<void>((resolve) => {
      lost = resolve
    })
    await page.route(/\/assets\/update-prompt-/, async (route) => {
      await offline
      await route.abort('internetdisconnected')
    })
    await page.goto('/management/devices')
    await expect(page.locator('#row-0')).toBeVisible()
    const asked = page.waitForRequest(/\/assets\/update-prompt-/)
    await page.mouse.move(300, 300)
    await asked
    await messagesReady(page)
    await context.setOffline(true)
    lost()
    await expect(page.getByText('The network connection has been lost.')).toBeVisible()
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const notice = page.getByRole('status').getByText(/^No connection to the server since/)
    await expect(notice).toBeVisible()
    await expectAccessible(page)

    await page.unroute(/\/assets\/update-prompt-/)
    const again = page.waitForResponse(/\/assets\/update-prompt-[^/]+\.js/)
    await context.setOffline(false)
    expect((await again).ok()).toBe(true)
    await expect(notice).toHaveCount(0)
  })
})
