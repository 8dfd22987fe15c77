import { expect, type Page, test } from '@playwright/test'
import { absentScreens } from '../apps/console/src/app/absent-screens.ts'
import type { Screen } from '../apps/console/src/registry/domain.ts'
import { expectAccessible, onlineDevice, type Person, signIn } from './console-world.ts'

// By an address, not by name: its types would bring the whole console into this project.
const table = new URL('../apps/console/src/app/screens.ts', import.meta.url).href
const { screens } = (await import(table)) as { screens: readonly Screen[] }

/** Of a list of the API, the id of its first row. */
async function firstId(page: Page, list: string): Promise<string> {
  const answer = await page.request.get(`${list}?limit=1`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return String(data[0]?.id)
}

/** Something real to show at a path with parameters. */
async function addressOf(page: Page, { path }: Screen): Promise<string> {
  if (!path.includes('$')) return path
  if (path.startsWith('/devices/'))
    return path.replace('$id', String((await onlineDevice(page)).id)).replace('$group', 'mobile-data')
  if (path.startsWith('/companies/')) return path.replace('$company_id', await firstId(page, '/api/companies'))
  if (path === '/forms/$name') return '/forms/newTag'
  if (path === '/forms/$name/$id') return `/forms/editTag/${await firstId(page, '/api/tags')}`
  if (path.startsWith('/tag/')) return path.replace('$id', await firstId(page, '/api/tags'))
  if (path.startsWith('/remote/access/')) return path.replace('$id', await firstId(page, '/api/devices/remote-access'))
  throw new Error(`${path} has no example here`)
}

/** Any address the path fits, for who does not get to see it. */
const anyAddress = ({ path }: Pick<Screen, 'path'>) => path.replace(/\$\w+/g, '1')

/** What the browser complains about from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

async function look(page: Page, address: string, standalone: boolean): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectAccessible(page)
  const { scroll, client } = await page
    .locator(standalone ? 'html' : '#content')
    .evaluate((element) => ({ scroll: element.scrollWidth, client: element.clientWidth }))
  expect(scroll, `width of ${page.viewportSize()?.width}`).toBeLessThanOrEqual(client)
}

test.describe('every route', { tag: '@long' }, () => {
  for (const screen of screens) {
    test(`${screen.path} is shown, accessible, in light, in dark and on a phone`, async ({ page }) => {
      if (!screen.open) await signIn(page, 'root')
      const complaints = complaintsOf(page)
      const address = screen.byKey ? `${anyAddress(screen)}?key=none` : await addressOf(page, screen)
      await look(page, address, screen.standalone === true)
      await page.emulateMedia({ colorScheme: 'dark' })
      await look(page, address, screen.standalone === true)
      await page.setViewportSize({ width: 390, height: 844 })
      await look(page, address, screen.standalone === true)
      // A key that opens nothing is answered with 404, which the browser notes by itself.
      const unexpected = screen.byKey ? complaints.filter((text) => !text.includes('status of 404')) : complaints
      expect(unexpected).toEqual([])
    })
  }

  test('S2.127 S2.128: nobody sees one without a session, but the open ones', async ({ page }) => {
    for (const screen of screens.filter(({ open }) => !open)) {
      const address = anyAddress(screen)
      await page.goto(address)
      await expect(page, address).toHaveURL(`/login?continue_url=${encodeURIComponent(address)}`)
    }
  })

  for (const person of ['guest', 'viewer', 'client', 'support'] as Person[]) {
    test(`S2.133: ${person} sees what is permitted, and the first page instead of the rest`, async ({ page }) => {
      await signIn(page, person)
      const { data } = (await (await page.request.get('/api/user')).json()) as { data: { permissions: string[] } }
      const has = (name: string) => data.permissions.includes(name)
      const may = ({ permissions, all }: Screen) =>
        permissions.length === 0 || (all ? permissions.every(has) : permissions.some(has))
      const home = screens.find((screen) => screen.menu && may(screen))?.path ?? ''
      for (const screen of screens.filter(({ open, standalone }) => !open && !standalone)) {
        // Who may see the page of a form depends on the form.
        if (screen.name === 'form') continue
        const address = anyAddress(screen)
        await page.goto(address)
        if (may(screen)) await expect(page, `${person} may see ${address}`).toHaveURL(new RegExp(`${address}(/|$)`))
        else await expect(page, `${person} may not see ${address}`).toHaveURL(home)
      }
    })
  }

  test(`S2.124 S2.125: the ${absentScreens.length} pages of the specification that are not built (${screens.length} are) lead to the first one`, async ({
    page,
  }) => {
    await signIn(page, 'root')
    for (const screen of absentScreens) {
      await page.goto(anyAddress(screen))
      await expect(page, screen.path).toHaveURL('/management/devices')
    }
  })
})
