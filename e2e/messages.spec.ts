import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, signIn } from './console-world.ts'

/** From now on calls to a URL get another response, as from a proxy or a failing server. */
async function answerWith(page: Page, address: string, status: number, body: object | string): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: typeof body === 'string' ? 'text/html' : 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

/** The toast library is loaded: the loss of the network is shown without it. */
const messagesReady = (page: Page) => expect(page.locator('[data-position=bottom-right]')).toBeAttached()

const failure = (code: string, message: string) => ({ success: false, errors: [{ code, message }] })

test.describe('what is said when something fails', { tag: '@long' }, () => {
  test('the session cannot be read; after the third failure in a row it is maintenance', async ({ page }) => {
    await signIn(page)
    await answerWith(page, '**/api/user', 500, 'no gateway')
    await page.goto('/management/devices')
    await expect(page.getByText('Failed to get user data')).toBeVisible()
    await page.unroute('**/api/user')
    await answerWith(page, '**/api/user', 408, failure('TIMEOUT', 'late'))
    await page.reload()
    await expect(page.getByText('User request timeout')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: /maintenance/i })).toBeVisible()
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('#row-0')).toBeVisible()
  })

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
    await expect(notice).toBeVisible({ timeout: 10_000 })
    await expectAccessible(page)

    await page.unroute(/\/assets\/update-prompt-/)
    const again = page.waitForResponse(/\/assets\/update-prompt-[^/]+\.js/)
    await context.setOffline(false)
    expect((await again).ok()).toBe(true)
    await expect(notice).toHaveCount(0)
  })

  test('no view permission at all', async ({ page }) => {
    await signIn(page)
    const answer = await (await page.request.get('/api/user')).json()
    await answerWith(page, '**/api/user', 200, { ...answer, data: { ...answer.data, permissions: [] } })
    await page.goto('/management/devices')
    await expect(page.getByText('User has no view permissions available')).toBeVisible()
  })

  test('S8.15 S8.19: an address that is not verified yet', async ({ page }) => {
    await signIn(page)
    await answerWith(page, '**/api/user', 403, failure('EMAIL_NOT_VERIFIED', 'The email address is not verified'))
    await page.goto('/management/devices')
    await answerWith(page, '**/api/account/user/activation/resend', 200, { success: true, data: { sends: true } })
    await page.getByRole('button', { name: 'Send link again' }).click()
    await expect(page.getByText('Email confirmation sent successfully')).toBeVisible()
    await page.unroute('**/api/account/user/activation/resend')
    await answerWith(page, '**/api/account/user/activation/resend', 503, failure('UNAVAILABLE', 'later'))
    await page.reload()
    await page.getByRole('button', { name: 'Send link again' }).click()
    await expect(page.getByText(/^Failed to send email confirmation/)).toBeVisible()
  })

  for (const [id, code] of [
    ['S8.16', 'NOT_INVITED_EXTERNAL_USER'],
    ['S8.17', 'MFA_MANDATORY'],
  ] as const) {
    test(`${id}: ${code} received while working shows its notice`, async ({ page }) => {
      await signIn(page)
      await page.goto('/management/devices')
      await expect(page.locator('#row-0')).toBeVisible()
      await answerWith(page, '**/api/users*', 403, failure(code, 'not now'))
      await answerWith(page, '**/api/user', 403, failure(code, 'not now'))
      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await expect(page.locator('#row-0')).toHaveCount(0)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    })
  }

  test('a sixth window is not minimised', async ({ page }) => {
    await signIn(page)
    await page.goto('/management/devices')
    const open = [
      ['/management/devices', 'Add device'],
      ['/companies', 'New company'],
      ['/tags', 'New tag'],
      ['/users', 'Invite user'],
      ['/users/roles', 'New role'],
      ['/remote/access', 'Add entry'],
    ] as const
    for (const [path, button] of open) {
      await page.getByRole('navigation', { name: 'Main navigation' }).locator(`a[href="${path}"]`).click()
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Minimise' }).click()
    }
    await expect(page.getByText('You can not minimize more than 5 windows')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Minimised windows' }).getByRole('button')).toHaveCount(5)
  })

  test('a response that is not valid', async ({ page }) => {
    await signIn(page)
    await page.goto('/tags')
    await page.getByRole('button', { name: 'New tag' }).click()
    const form = page.getByRole('dialog')
    await answerWith(page, '**/api/tags', 200, '<html>proxy</html>')
    await form.getByRole('textbox', { name: 'Name' }).fill('Lost')
    await form.getByRole('button', { name: 'New tag' }).click()
    await expect(form.getByText('Failed to send request. Try again later')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Lost')
  })
})
