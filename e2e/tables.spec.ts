import { expect, type Page } from '@playwright/test'
import {
  bulkBar,
  expectAccessible,
  expectNoSidewaysScroll,
  onlineDevice,
  openDevices,
  signIn,
} from './console-world.ts'
import { test } from './own-user.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** User settings are sent half a second after a change. */
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/storage') && answer.request().method() !== 'GET')

test.describe('tables', () => {
  test('the menu of a row is whole from the start and fits a small window', async ({ page, own: _ }) => {
    await page.setViewportSize({ width: 900, height: 600 })
    await openDevices(page)
    await page
      .getByRole('button', { name: /^Actions for / })
      .nth(2)
      .click()
    const menu = page.getByRole('menu')
    const items = menu.getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    const count = await items.count()
    await expect(menu.getByRole('menuitem', { name: 'Tags…' })).toHaveCount(1)
    expect(await items.count()).toBe(count)
    const outside = await menu.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top < 0 || bottom > innerHeight
    })
    expect(outside).toBe(false)
    await items.last().scrollIntoViewIfNeeded()
    await expect(items.last()).toBeInViewport({ ratio: 1 })
    await items.first().scrollIntoViewIfNeeded()
    await expect(items.first()).toBeInViewport({ ratio: 1 })
  })

  test('a view is saved, opens the list, yields to an address, is deleted and restored; dense rows apply to every list', {
    tag: '@long',
  }, async ({ page, own: _ }) => {
    await page.goto('/users')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Last sign-in' }).click()
    await page.getByRole('button', { name: 'Never signed in' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Pin Company' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader').nth(2)).toHaveText('Company')
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

    await openDevices(page)
    const height = () => page.locator('#row-0').evaluate((row) => row.getBoundingClientRect().height)
    expect(await height()).toBe(40)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Table preferences…' }).click()
    const preferences = dialog(page, 'Table preferences')
    await expectAccessible(page)
    const dense = kept(page)
    await preferences.getByText('Compact').click()
    await dense
    await expect(preferences.getByText('All questions are shown.')).toBeVisible()
    await preferences.getByRole('button', { name: 'Close' }).last().click()
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
    await expect(bulkBar(page)).toContainText('2 selected')
    await expect(page.locator('#row-0').getByRole('checkbox')).toBeChecked()
    await expect(page).toHaveURL(/\/management\/devices$/)
    await expect(bulkBar(page).getByRole('button', { name: 'Reboot' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(bulkBar(page)).toHaveCount(0)
    await page.locator('#row-0').click({ position: { x: 150, y: 50 } })
    await expect(page).toHaveURL(/\/devices\/\d+/)
  })

  test('a right click or Shift+F10 opens the menu of a row: its form, its tags, its address', { tag: '@long' }, async ({
    page,
  }) => {
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

    // The menu is opened by keys, too.
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  })
})
