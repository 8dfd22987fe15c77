import { expect, type Page, test } from '@playwright/test'
import { bulkBar, password } from './console-world.ts'

/** Tab, as often as it takes to reach the element with the name; nothing else moves the focus here. */
async function tabTo(page: Page, name: RegExp, role = '', limit = 80): Promise<void> {
  for (let step = 0; step < limit; step++) {
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      const label = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      const field = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? ''
      return { name: `${field} ${label}`.trim(), role: element?.getAttribute('role') ?? element?.tagName ?? '' }
    })
    if (name.test(at.name) && at.role.toLowerCase().includes(role)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} was not reached by ${limit} tabs`)
}

// Some hundred presses: a screenshot after each would take longer than the test itself.
test.use({ trace: 'off' })

test('by keyboard alone: sign in, search, open, filter, select, act on the selection, a form corrected, sign out', {
  tag: '@long',
}, async ({ page }) => {
  const { keyboard } = page
  // The demo's devices keep their tags: other tests read them.
  await page.route('**/api/devices/tags/assign', (route) =>
    route.fulfill({ json: { success: true, data: { added: 2, removed: 0, devices: 2 }, errors: [], meta: {} } }),
  )
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await tabTo(page, /Username or e-mail/)
  await keyboard.type('admin@longreach.test')
  await tabTo(page, /^Password/)
  await keyboard.type(password)
  await keyboard.press('Enter')
  await expect(page.locator('#row-0')).toBeVisible()

  // Search and open.
  await keyboard.press('/')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.type('bus')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/management\/devices$/)
  await page.goBack()
  await expect(page.locator('#row-0')).toBeVisible()

  // Filter: the tile of the devices that are online.
  await tabTo(page, /Online/, 'button')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/status=online/)

  // Select two rows and act on them.
  await tabTo(page, /.*/, 'grid')
  await keyboard.press('ArrowDown')
  await keyboard.press(' ')
  await keyboard.press('ArrowDown')
  await keyboard.press(' ')
  await expect(bulkBar(page)).toContainText('2 selected')
  // The actions are loaded one after the other: Tab would pass by those that are not there yet.
  await expect(page.getByRole('button', { name: 'Tags…' })).toBeVisible()
  await tabTo(page, /^Tags…/)
  await keyboard.press('Enter')
  const tags = page.getByRole('dialog', { name: 'Tags of 2 devices' })
  await expect(tags).toBeVisible()
  await tabTo(page, /^Tags/, 'combobox')
  await keyboard.type('Critical')
  await expect(page.getByRole('option', { name: 'Critical' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await tabTo(page, /^Apply/)
  await keyboard.press('Enter')
  await expect(page.getByText('Tags of 2 devices updated successfully')).toBeVisible()

  // A window with a form: an error, corrected.
  await page.goto('/tags')
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible()
  await tabTo(page, /^(New|Add) tag/)
  await keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form).toBeVisible()
  await tabTo(page, /^Name/)
  await keyboard.press('Enter')
  await expect(form.getByRole('alert').first()).toBeVisible()
  const name = `Keys ${Date.now()}`
  await tabTo(page, /^Name/)
  await keyboard.type(name)
  await keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByText(name).first()).toBeVisible()
  const found = await page.request.get(`/api/tags?q=${encodeURIComponent(name)}`)
  const { data } = (await found.json()) as { data: { id: number }[] }
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
  expect((await page.request.delete(`/api/tags/${data[0]?.id}`, { headers })).ok()).toBe(true)

  // Sign out from the account menu.
  await tabTo(page, /account of/)
  await keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  const leave = page.getByRole('menuitem', { name: 'Sign out' })
  for (let step = 0; step < 20; step++) {
    if (await leave.evaluate((element) => element === document.activeElement)) break
    await keyboard.press('ArrowDown')
  }
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log(in|out)/)
})
