import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-world.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const unique = (name: string) => `${name} ${Date.now().toString(36)}`

async function makeCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New company' }).first().click()
  const window = dialog(page, 'New company')
  await window.getByRole('textbox', { name: 'Name' }).fill(name)
  await window.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(`Company ${name} created successfully`)).toBeVisible()
}

async function choose(page: Page, company: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${company}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.describe('companies', () => {
  test('S2.56 S2.197 S5.33 S5.34: a company is made, and the add-device window offers it at once', async ({ page }) => {
    await signIn(page, 'root')
    await page.goto('/management/devices')
    // The picker has its companies before the new one is made.
    await page.getByRole('button', { name: 'Add device' }).click()
    await expect(dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first()).toHaveValue('Demo')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Companies' }).click()
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'New company' }).click()
    const window = dialog(page, 'New company')
    await expect(window.getByRole('combobox', { name: 'Parent' })).toHaveValue('None: a company of the first level')
    await window.getByRole('textbox', { name: 'Name' }).fill('ab')
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('textbox', { name: 'Name' }).fill('demo')
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(window.getByText('A company of this name stands there already')).toBeVisible()
    const name = unique('First')
    await window.getByRole('textbox', { name: 'Name' }).fill(name)
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('button', { name: 'Add device' }).click()
    await dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first().click()
    await expect(page.getByRole('option', { name })).toBeVisible()
  })

  test('S2.196 S5.66 S5.67: a company is renamed; the same name sends nothing', async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    const name = unique('Rename me')
    await makeCompany(page, name)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent++
    })
    await choose(page, name, 'Edit')
    const window = dialog(page, `Edit ${name}`)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please input different value to save changes.')).toBeVisible()
    expect(sent).toBe(0)
    await window.getByRole('textbox', { name: 'Name' }).fill(`${name} B`)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: `${name} B` })).toBeVisible()
    expect(sent).toBe(1)
  })

  test('S4.112 S5.35: what stands in the way of deleting is named; an empty company goes', async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    await choose(page, 'Demo North', 'Delete')
    await dialog(page, 'Delete Demo North?').getByRole('button', { name: 'Delete' }).click()
    const refused = dialog(page, 'Demo North cannot be deleted')
    await expect(refused.getByText('It has 1 subsidiary')).toBeVisible()
    await expect(refused.getByText('It has 2 users')).toBeVisible()
    await expectAccessible(page)
    await refused.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Actions for Demo North Pier' }).click()
    await expect(page.getByRole('menuitem', { name: 'New subsidiary' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    const name = unique('Short-lived')
    await choose(page, 'Demo North', 'New subsidiary')
    const window = dialog(page, 'New company')
    await expect(window.getByRole('combobox', { name: 'Parent' })).toHaveValue('Demo North')
    await window.getByRole('textbox', { name: 'Name' }).fill(name)
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await choose(page, name, 'Delete')
    await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`Company ${name} removed successfully`)).toBeVisible()
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  })

  test('S5.36 S5.37: a company moves under another parent, and nobody moves the own one', async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    const [parent, child] = [unique('Parent'), unique('Child')]
    await makeCompany(page, parent)
    await makeCompany(page, child)
    await choose(page, child, 'Move')
    const window = dialog(page, `Move ${child}`)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    await window.getByRole('combobox', { name: 'New parent' }).click()
    await expect(page.getByRole('option', { name: child })).toHaveCount(0)
    await page.getByRole('option', { name: parent }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText(`Company ${child} moved successfully`)).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(`${child}.*${parent}`) })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Demo', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Move' })).toHaveCount(0)
  })

  test('S6.12 S6.16 S6.37: who may only look finds nothing to press', async ({ page }) => {
    await signIn(page, 'viewer')
    await page.goto('/companies')
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New company' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })

  test('on a phone the list and the window fit', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await signIn(page, 'root')
    await page.goto('/companies')
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New company' }).click()
    await expect(dialog(page, 'New company')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
