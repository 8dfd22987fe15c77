import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test.describe('roles', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
  })

  test('S2.76 S2.198 S6.79 S6.81: a role is created, found, changed and deleted', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/users/roles')
    await expect(page.getByRole('button', { name: 'Administrator', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'New role' }).click()
    const made = dialog(page, 'New role')
    await made.getByRole('button', { name: 'New role' }).click()
    await expect(made.getByText('Select at least one permission')).toBeVisible()
    await made.getByRole('textbox', { name: 'Title' }).fill('Night watch')
    await made.getByRole('textbox', { name: 'Find a permission' }).fill('view devices')
    await made.getByRole('checkbox', { name: 'View devices' }).check()
    await made.getByRole('textbox', { name: 'Find a permission' }).fill('')
    await made.getByRole('checkbox', { name: 'All of Tags' }).check()
    await expect(made.getByRole('checkbox', { name: 'View mail logs' })).toBeDisabled()
    await expect(made.getByText(/^6 of \d+ selected$/)).toBeVisible()
    await expectAccessible(page)
    await made.getByRole('button', { name: 'New role' }).click()
    await expect(page.getByText('Role Night watch created successfully')).toBeVisible()

    await page.goto('/users/roles?type=custom&q=night')
    await page.getByRole('button', { name: 'Night watch', exact: true }).click()
    const edit = dialog(page, 'Night watch')
    await expect(edit.getByRole('checkbox', { name: 'Edit tags' })).toBeChecked()
    await edit.getByRole('checkbox', { name: 'All of Tags' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeVisible()

    const menu = page.getByRole('button', { name: 'Actions for Night watch' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Compare…' }).click()
    const compared = dialog(page, 'Compare roles')
    await compared.getByRole('combobox', { name: 'With' }).click()
    await page.getByRole('option', { name: 'Guest', exact: true }).click()
    await expect(compared.getByRole('row', { name: /^View tags/ })).toContainText('Does not have itHas it')
    await expect(compared.getByRole('row', { name: /^View devices/ })).toHaveCount(0)
    await compared.getByRole('checkbox', { name: 'Also show what they have in common' }).check()
    await expect(compared.getByRole('row', { name: /^View devices/ })).toContainText('Has itHas it')
    await expectAccessible(page)
    await compared.getByRole('button', { name: 'Close' }).last().click()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(made.getByRole('textbox', { name: 'Title' })).toHaveValue('Copy of Night watch')
    await expect(made.getByRole('checkbox', { name: 'View devices' })).toBeChecked()
    await made.getByRole('button', { name: 'New role' }).click()
    await expect(page.getByText('Role Copy of Night watch created successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Copy of Night watch' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Delete role Copy of Night watch?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Role Copy of Night watch removed successfully')).toBeVisible()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Delete role Night watch?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  })

  test('S6.80: a default role shows what it allows, and that it cannot be changed', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/users/roles')
    await page.getByRole('button', { name: 'Guest', exact: true }).click()
    const guest = dialog(page, 'Guest')
    await expect(
      guest.getByText('Default roles are the same in every installation and cannot be changed.'),
    ).toBeVisible()
    await expect(guest.getByText('View devices', { exact: true })).toBeVisible()
    await expect(guest.getByRole('checkbox')).toHaveCount(0)
  })

  test('read-only users create and delete none; on a phone nothing overflows', { tag: '@long' }, async ({ page }) => {
    await page.context().clearCookies()
    await signIn(page, 'viewer')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/users/roles')
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New role' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })
})
