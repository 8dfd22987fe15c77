import { expect, type Page } from '@playwright/test'
import { absentScreens } from '../apps/console/src/app/absent-screens.ts'
import type { Screen } from '../apps/console/src/registry/domain.ts'
import { expectAccessible, navigate, onlineDevice, type Person, signIn } from './console-world.ts'
import { test } from './test.ts'

// By URL, not by name: its types would include the whole console in this project.
const table = new URL('../apps/console/src/app/screens.ts', import.meta.url).href
const { screens } = (await import(table)) as { screens: readonly Screen[] }

/** Id of the first row of a list. */
async function firstId(page: Page, list: string, query = ''): Promise<string> {
  const answer = await page.request.get(`${list}?limit=1&${query}`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return String(data[0]?.id)
}

/** Real data for a path with parameters. */
async function addressOf(page: Page, { path }: Screen): Promise<string> {
  if (!path.includes('$')) return path
  if (path.includes('$dashboard_id')) return demoDashboard(page, path)
  if (path.startsWith('/devices/'))
    return path.replace('$id', String((await onlineDevice(page, await demo(page))).id)).replace('$group', 'mobile-data')
  if (path.startsWith('/companies/')) return path.replace('$company_id', await firstId(page, '/api/companies'))
  if (path === '/forms/$name') return '/forms/newTag'
  if (path === '/forms/$name/$id') return `/forms/editTag/${await firstId(page, '/api/tags')}`
  if (path.startsWith('/tag/')) return path.replace('$id', await firstId(page, '/api/tags'))
  if (path.startsWith('/remote/access/')) return path.replace('$id', await firstId(page, '/api/devices/remote-access'))
  if (path.startsWith('/management/campaigns/')) return path.replace('$id', await firstId(page, '/api/campaigns'))
  // One of the system: its page says that it cannot be edited.
  if (path.startsWith('/monitoring-templates/'))
    return path.replace('$id', await firstId(page, '/api/data-collect/configs'))
  throw new Error(`${path} has no example here`)
}

/** The company of the demo: devices of other tests come and go. */
const demo = (page: Page) => firstId(page, '/api/companies', 'q=Demo&sort=name')

/** The one dashboard that the demo has. */
async function demoDashboard(page: Page, path: string): Promise<string> {
  const id = await firstId(page, '/api/devices', `q=Solar%20field%201&company_id=${await demo(page)}`)
  return path.replace('$id', id).replace('$dashboard_id', await firstId(page, `/api/devices/${id}/dashboards`))
}

/** Any URL that matches the path, for users who cannot see it. */
const anyAddress = ({ path }: Pick<Screen, 'path'>) => path.replace(/\$\w+/g, '1')

/** Errors in the browser's log from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** The parts of the page that are checked again in dark mode and on a phone. */
async function expectPresentable(page: Page, screen: Screen, rule?: 'color-contrast'): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectAccessible(page, rule)
  const { scroll, client } = await page
    .locator(screen.standalone ? 'html' : '#content')
    .evaluate((element) => ({ scroll: element.scrollWidth, client: element.clientWidth }))
  expect(scroll, `width of ${page.viewportSize()?.width}`).toBeLessThanOrEqual(client)
}

test.describe('every route', { tag: '@long' }, () => {
  let signedIn: Page
  test.beforeAll(async ({ browser }) => {
    signedIn = await (await browser.newContext()).newPage()
    await signIn(signedIn, 'root')
  })
  test.afterAll(() => signedIn.context().close())

  for (const screen of screens) {
    test(`${screen.path} is shown, accessible, in light, in dark and on a phone`, async ({ context }) => {
      const page = screen.open ? await context.newPage() : signedIn
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1440, height: 900 })
      const complaints = complaintsOf(page)
      await page.goto(screen.byKey ? `${anyAddress(screen)}?key=none` : await addressOf(page, screen), {
        waitUntil: 'networkidle',
      })
      await expectPresentable(page, screen)
      if (!screen.standalone) await expect(page).toHaveTitle(/^.+ · Remote management console$/)
      await page.emulateMedia({ colorScheme: 'dark' })
      // The account menu follows the system; without it the console checks on loading.
      if (screen.standalone) await page.reload({ waitUntil: 'networkidle' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      // Other colours are all that is different.
      await expectPresentable(page, screen, 'color-contrast')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectPresentable(page, screen)
      page.removeAllListeners()
      // An invalid key is answered with 404, which the browser logs by itself.
      const unexpected = screen.byKey ? complaints.filter((text) => !text.includes('status of 404')) : complaints
      expect(unexpected).toEqual([])
    })
  }

  test('no page but the open ones is shown without a session', async ({ page }) => {
    await page.goto('/login')
    for (const screen of screens.filter(({ open }) => !open)) {
      const address = anyAddress(screen)
      await navigate(page, address)
      await expect(page, address).toHaveURL(`/login?continue_url=${encodeURIComponent(address)}`)
    }
  })

  for (const person of ['guest', 'viewer', 'client', 'support'] as Person[]) {
    test(`S1.3: ${person} sees what is permitted, and the first page instead of the rest`, async ({ page }) => {
      await signIn(page, person)
      const { data } = (await (await page.request.get('/api/user')).json()) as { data: { permissions: string[] } }
      const has = (name: string) => data.permissions.includes(name)
      const may = ({ permissions, all }: Screen) =>
        permissions.length === 0 || (all ? permissions.every(has) : permissions.some(has))
      const home = screens.find((screen) => screen.menu && may(screen))?.path ?? ''
      await page.goto(home)
      for (const screen of screens.filter(({ open, standalone }) => !open && !standalone)) {
        // Which users see the page of a form depends on the form.
        if (screen.name === 'form') continue
        const address = anyAddress(screen)
        if (may(screen)) {
          await page.goto(address)
          // The map adds what it shows to its address.
          await expect(page, `${person} may see ${address}`).toHaveURL(new RegExp(`${address}(/|\\?|$)`))
        } else {
          await navigate(page, address)
          await expect(page, `${person} may not see ${address}`).toHaveURL(home)
        }
      }
    })
  }

  test(`the ${absentScreens.length} pages of the specification that are not built (${screens.length} are) lead to the first one`, async ({
    page,
  }) => {
    await signIn(page, 'root')
    await page.goto('/account')
    for (const screen of absentScreens) {
      await navigate(page, anyAddress(screen))
      await expect(page, screen.path).toHaveURL('/management/devices')
    }
  })
})
