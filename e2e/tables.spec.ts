import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, onlineDevice, openDevices, signIn } from './console-world.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** User settings are sent half a second after a change. */
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/storage') && answer.request().method() !== 'GET')

test.describe('tables', () => {
  test('a view is saved, opens the list, yields to an address, is deleted and restored', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'tess.moreau')
    await page.goto('/users')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Last sign-in' }).click()
    await page.getByRole('button', { name: 'Never signed in' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Pin Company' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader').nth(1)).toHaveText('Company')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
    const window = dialog(page, 'Save view')
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(window.getByText('Enter a name')).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('textbox', { name: 'Name' }).fill('Strangers')
    const saved = kept(page)
    await window.getByRole('button', { name: 'Save' }).click()
    await saved
    const first = kept(page)
    await page.getByRole('button', { name: 'Strangers' }).click()
    await page.getByRole('menuitem', { name: 'Open the list with this view' }).click()
    await first

    await page.evaluate(() => localStorage.clear())
    await page.goto('/users')
    await expect(page).toHaveURL(/last_login_at=is_null/)
    await expect(page.getByText('Last sign-in Never signed in')).toBeVisible()
    await page.goto('/users?q=tess')
    await expect(page.locator('#row-0')).toContainText('tess.moreau')
    await expect(page).toHaveURL(/\?q=tess$/)

    await page.goto('/users')
    await page.getByRole('button', { name: 'Strangers' }).click()
    await page.getByRole('menuitem', { name: 'Delete Strangers' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Strangers' }).click()
    const gone = kept(page)
    await page.getByRole('menuitem', { name: 'Delete Strangers' }).click()
    await gone
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  })

  test('dense rows apply to every list; confirmations are turned on again', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'tess.moreau')
    await openDevices(page)
    const height = () => page.locator('#row-0').evaluate((row) => row.getBoundingClientRect().height)
    expect(await height()).toBe(40)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Table preferences…' }).click()
    const window = dialog(page, 'Table preferences')
    await expectAccessible(page)
    const saved = kept(page)
    await window.getByText('Compact').click()
    await saved
    await expect(window.getByText('All questions are shown.')).toBeVisible()
    await window.getByRole('button', { name: 'Close' }).last().click()
    expect(await height()).toBe(32)
    await page.goto('/companies')
    await expect(page.locator('#row-0')).toBeVisible()
    expect(await height()).toBe(32)
  })

  test('on a phone rows are selected by tapping, and the actions are below', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await openDevices(page)
    await page.getByRole('button', { name: 'Select' }).click()
    await page.locator('#row-0').click()
    await page.locator('#row-2').getByRole('checkbox').check()
    await expect(page.getByRole('toolbar')).toContainText('2 selected')
    await expect(page.locator('#row-0').getByRole('checkbox')).toBeChecked()
    await expect(page).toHaveURL(/\/management\/devices$/)
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Reboot' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    await page.locator('#row-0').click({ position: { x: 150, y: 50 } })
    await expect(page).toHaveURL(/\/devices\/\d+/)
  })

  test('a right click opens the menu of a row: its form, its tags, its address', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    const { name } = await onlineDevice(page)
    await page.goto(`/management/devices?q=${encodeURIComponent(name)}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    const choose = async (item: string) => {
      await row.getByRole('gridcell').nth(2).click({ button: 'right' })
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await choose('Edit')
    await expect(page.getByRole('dialog', { name: `Edit ${name}` }).getByLabel('Name')).toHaveValue(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose('Tags…')
    await expect(page.getByRole('dialog', { name: `Tags of ${name}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A device that has just been connected has no address yet.
    await expect(async () => {
      await page.reload()
      await row.getByRole('gridcell').nth(2).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy address', exact: true }).click({ timeout: 2000 })
    }).toPass()
    await expect(page.getByText(/^[\d.]+ copied$/)).toBeVisible()
  })

  test('a row opens its menu by keyboard; all rows of a list are selected', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/tags')
    // Keys do nothing before there are rows.
    await expect(page.locator('#row-0')).toBeVisible()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    const all = page.getByRole('button', { name: /^Select all \d+$/ })
    const total = Number(/\d+/.exec(await all.innerText())?.[0])
    await all.click()
    await expect(page.getByRole('toolbar')).toContainText(`All ${total} in this list`)
  })

  test('all rows of a search are deleted, and no others', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/tags')
    await expect(page.locator('#row-0')).toBeVisible()
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
    const tags = async () => {
      const answer = await page.request.get('/api/tags?limit=100&sort=name')
      return ((await answer.json()) as { data: { name: string; company_id: number }[] }).data
    }
    const names = async () => (await tags()).map(({ name }) => name)
    const company_id = (await tags())[0]?.company_id
    for (const name of ['Spring one', 'Spring two', 'Spring three', 'Autumn']) {
      const made = await page.request.post('/api/tags', { data: { name, company_id }, headers })
      expect(made.ok()).toBe(true)
    }
    const before = await names()
    await page.getByRole('searchbox').fill('spring')
    await expect(page.locator('#row-0')).toContainText('Spring')
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await dialog(page, 'Delete all 3 tags in this list?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('3 tags removed successfully')).toBeVisible()
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    expect(await names()).toEqual(before.filter((name) => !name.startsWith('Spring')))
  })

  test('a tag that was removed from a device is assigned again at once', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/tags')
    await page.getByRole('grid').getByRole('link', { name: 'Critical' }).click()
    const rows = page.getByRole('rowgroup').getByRole('row')
    await expect(page.getByRole('heading', { name: 'Critical' })).toBeVisible()
    const count = Number.parseInt(await page.getByText(/^\d+ devices/).innerText(), 10)
    await expect(rows).toHaveCount(count)
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Remove tag' }).click()
    await expect(rows).toHaveCount(count - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(count)
  })
})
