import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-world.ts'

test.describe('forms and windows', () => {
  test('S2.104 S2.105: a form has a page; when done it goes back one step, an unknown name is not found', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/management/devices')
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await expect(page).toHaveURL(/\/tags$/)
    await page.evaluate(() => history.pushState({}, '', '/forms/newTag'))
    await expect(page.getByRole('heading', { name: 'New tag', level: 1 })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Demo')
    await page.getByRole('button', { name: 'New tag' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(page.getByText('Required', { exact: true })).toBeVisible()
    await expect(name).toBeFocused()
    await expectAccessible(page)
    const tag = `Form ${Date.now().toString(36)}`
    await name.fill(tag)
    await expect(page.getByText('Required', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'New tag' }).click()
    await expect(page.getByText(`Tag ${tag} created successfully`)).toBeVisible()
    await expect(page).toHaveURL(/\/tags$/)
    await page.getByRole('button', { name: `Actions for ${tag}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`Tag ${tag} removed successfully`)).toBeVisible()

    await page.goto('/forms/newTag')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/management\/devices$/)
    await page.goto('/forms/nobody')
    await expect(page).toHaveURL(/\/404$/)
    await page.goto('/forms/deleteUser')
    await expect(page).toHaveURL(/\/management\/devices$/)
  })

  test('a window is moved by keys, explains itself, and Escape closes it after a refusal', async ({
    page,
  }) => {
    await signIn(page, 'root')
    await page.goto('/notices')
    await page.getByRole('button', { name: 'New notice' }).first().click()
    const window = page.getByRole('dialog', { name: 'New notice' })
    await expect(window.getByRole('combobox', { name: 'Type' })).toBeFocused()
    await window.getByRole('heading', { name: 'New notice' }).focus()
    const before = await window.boundingBox()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    const after = await window.boundingBox()
    expect(Math.round((after?.x ?? 0) - (before?.x ?? 0))).toBe(16)
    expect((after?.y ?? 0) - (before?.y ?? 0)).toBeLessThan(0)
    await window.getByRole('button', { name: 'Help' }).click()
    const help = page.getByRole('dialog', { name: 'Notices' })
    await expect(help).toContainText('shown in the header to all users')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await window.getByLabel('Message').fill('<script>1</script>')
    await window.getByRole('button', { name: 'New notice' }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(window).toHaveCount(0)

    const example = await page.request.get('/example.csv')
    expect(await example.text()).toContain('first@example.com')
  })

  test('on a phone a form and a window fit', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await page.goto('/forms/newUser')
    await expect(page.getByRole('heading', { name: 'Invite user', level: 1 })).toBeVisible()
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('first@example.com, second@example.com')
    await page.getByRole('textbox', { name: 'Email addresses' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove second@example.com' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
